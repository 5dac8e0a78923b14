import { loadTexts } from './data/load-texts.ts'
import { language } from './lib/language.ts'
import './styles/console.css'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has #root')
// Many modules read their texts as they are loaded, so these are there before.
document.documentElement.lang = (await loadTexts()) ? language : 'en'
const { show } = await import('./app.tsx')
show(root)
