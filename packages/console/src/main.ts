import { loadTexts } from './data/load-texts.ts'
import { language } from './lib/language.ts'
import './styles/console.css'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has #root')
document.documentElement.lang = language
// Many modules read their texts as they are loaded, so these are there before.
await loadTexts()
const { show } = await import('./app.tsx')
show(root)
