import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './data/queries.ts'
import { EndedSession } from './pages/sign-in/ended-session.tsx'
import { router } from './router.tsx'
import { Toasts } from './ui/toasts.tsx'

export function show(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      {/* The policy of the page refuses style elements; what they would say is in console.css. */}
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <EndedSession />
          <Toasts />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  )
}
