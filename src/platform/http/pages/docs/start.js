// The package gives the page's nonce to its main style sheet only; the others need it, too.
const nonce = document.querySelector('meta[property=csp-nonce]').content
const createElement = document.createElement.bind(document)
document.createElement = (name, options) => {
  const element = createElement(name, options)
  if (element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}

addEventListener('load', () =>
  Scalar.createApiReference('#reference', {
    url: '/openapi.json',
    withDefaultFonts: false,
    telemetry: false,
    // Features that call the makers of the package.
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    documentDownloadType: 'json',
    hideModels: true,
    authentication: { preferredSecurityScheme: 'accessToken' },
    customCss: 'a[href*="scalar.com"] { display: none }',
    showDeveloperTools: 'never',
  }),
)
