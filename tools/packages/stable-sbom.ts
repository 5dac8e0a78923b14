interface Sbom {
  serialNumber?: string
  metadata: { timestamp?: string; component: { name: string } }
}

/** npm names the product after the folder, and each run by a number and a time of its own: all would be differences. */
export function stableSbom<Document extends Sbom>(sbom: Document, product: string): Document {
  const { serialNumber: _number, ...document } = sbom
  const { timestamp: _time, ...metadata } = sbom.metadata
  return { ...document, metadata: { ...metadata, component: { ...metadata.component, name: product } } } as Document
}
