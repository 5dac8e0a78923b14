/** In one chunk: the first page of the console names each chunk that can follow. */
export { HomePage } from './home-page.tsx'
export { MenusPage } from './menus-page.tsx'
export { PagePage } from './page-page.tsx'
export { PagesPage } from './pages-page.tsx'
