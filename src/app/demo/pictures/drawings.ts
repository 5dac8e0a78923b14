import { type MotifName, motifs } from './motifs.ts'
import type { Motif, Paint } from './shapes.ts'

interface Named {
  name: string
  category: string | null
}

/** A picture that is drawn for all products that read alike. */
export interface Drawing {
  /** What it shows, which no other does: `A red mug with dots`. */
  alt: string
  /** Made when it is asked for. */
  readonly svg: string
}

/** What a product is, by the first words that its name has. */
const named: readonly (readonly [motif: MotifName, words: RegExp])[] = [
  ['ring', /\bkey ?rings?\b/],
  ['warmer', /\b(warmers?|hot water)\b/],
  ['umbrella', /\b(umbrellas?|parasols?|ponchos?)\b/],
  ['bag', /\b(bags?|shoppers?|tote|lunch ?bags?|backpack|satchel|sacks?)\b/],
  ['purse', /\b(purses?|wallets?|make ?up|wash ?bags?|pouch|luggage|vanity)\b/],
  ['bunting', /\b(bunting|garlands?|streamers?|banner|chain|pinwheel|windmill)\b/],
  [
    'notebook',
    /\b(notebooks?|notes|journal|diary|sketchbook|jotter|book|bookcover|memo|album|calendar|passport|recipe)\b/,
  ],
  ['pencil', /\b(pencils?|pens?|crayons?|chalks?|rubber|eraser|ruler|paint|stencil|sharpener)\b/],
  ['card', /\b(cards?|envelopes?|letters?|postcards?|invites|stickers?|stamps?|magnets?|tattoos?)\b/],
  ['wrap', /\b(wrap|wrapping|tissue|ribbons?|tape|wallpaper|tags?|napkins?|doil(y|ies)|serviettes)\b/],
  ['mug', /\b(mugs?|cups?|beakers?|teacups?|saucers?|coffee|teapot|tea)\b/],
  ['cake', /\b(cakes?|cakestand|cupcakes?|muffin|baking|icing|cookie|biscuit|cutter|jelly|pantry|popcorn)\b/],
  ['plate', /\b(plates?|trays?|coasters?|placemats?|platters?|dishes|cutlery|knife|fork|spoons?|chopsticks|dinner)\b/],
  ['bowl', /\b(bowls?|dish|colander|jelly|pots? holder|egg cup|salad)\b/],
  ['bottle', /\b(bottles?|jars?|jugs?|vase|carafe|decanter|flask|tonic|perfume|water glass|goblet|wine|tumbler)\b/],
  ['lantern', /\b(lanterns?|t-?lights?|tealights?|holders?|nightlight|night light)\b/],
  ['incense', /\b(incense|joss|cones?|pot ?pourri|fragrance|sachets?|oil burner|diffuser)\b/],
  ['candle', /\b(candles?|candlestick|candelabra|wick|votive)\b/],
  ['lamp', /\b(lamps?|lights?|lampshade|chandelier|torch)\b/],
  ['clock', /\b(clocks?|alarm|watch|timer)\b/],
  ['frame', /\b(frames?|photo|picture|canvas|print|art|poster|blackboard|chalkboard|board)\b/],
  ['mirror', /\b(mirrors?|compact)\b/],
  ['sign', /\b(signs?|plaque|tiles?|metal sign|doorsign|number|noticeboard)\b/],
  ['mat', /\b(doormats?|mats?|rugs?)\b/],
  [
    'cushion',
    /\b(cushions?|quilts?|throws?|blankets?|curtains?|towels?|cloths?|fabric|aprons?|gloves?|scarf|shawl|pillow)\b/,
  ],
  ['hook', /\b(hooks?|hangers?|drawer|knobs?|key ?rings?|keys?|handles?|rail)\b/],
  ['chair', /\b(chairs?|stools?|tables?|benches|bench|cabinet|shelf|shelves|chest|bookcase|furniture|parasol|deck)\b/],
  ['shirt', /\b(shirts?|t-?shirts?|tops?|jumpers?|vests?)\b/],
  ['tin', /\b(tins?|canisters?|box(es)?|cases?|money ?box|bread ?bin|trinket|storage|bin|tubs?|tubes?)\b/],
  ['basket', /\b(baskets?|hampers?|picnic|crates?|trug|planters? basket|laundry)\b/],
  ['necklace', /\b(necklaces?|pendants?|chains?|beads?|charms?|chokers?|lariat)\b/],
  ['earrings', /\b(earrings?|hoops?|studs?)\b/],
  ['ring', /\b(rings?|bracelets?|bangles?|brooch(es)?|tiaras?|hair|diamante|jewel\w*|crystals?|cufflinks?)\b/],
  ['balloon', /\b(balloons?|bubbles?|inflatable|globe|kites?|whistle|hats?)\b/],
  ['doll', /\b(dolls?|babushka|dolly|puppets?|fairy|soldiers?|robots?|spaceboy|gnomes?|angels?|feltcraft|princess)\b/],
  ['blocks', /\b(toys?|games?|puzzles?|jigsaw|blocks?|dominoes|skittles|yo-?yo|jacks?|ludo|alphabet|cars?|trains?)\b/],
  ['rabbit', /\b(rabbits?|bunn(y|ies)|hares?|lambs?|chicks?|hens?|cats?|dogs?|doggy|mouse|reindeer|bears?|owls?)\b/],
  ['bird', /\b(birds?|ducks?|robins?|doves?|parrots?|peacocks?|cockerel|cuckoo|butterfl(y|ies))\b/],
  ['egg', /\b(eggs?|easter)\b/],
  ['tree', /\b(trees?|forest|woodland|advent|wreath|pinecone|snowm[ae]n)\b/],
  ['bauble', /\b(baubles?|ornaments?|decorations?|christmas|xmas|snow\w*|santa|stockings?)\b/],
  ['plant', /\b(plants?|planters?|pots?|herbs?|seeds?|gardens?|watering|gardeners?|grow|trowel|greenhouse)\b/],
  ['flower', /\b(flowers?|roses?|daisy|daisies|tulips?|lily|poppy|blossom|bouquet|petals?|lavender)\b/],
  ['soap', /\b(soaps?|bath|bathroom|sponges?|toothbrush|flannel|shampoo)\b/],
  ['star', /\b(stars?)\b/],
  ['heart', /\b(hearts?|love|sweetheart)\b/],
  ['gift', /\b(gifts?|presents?|kits?|sets?)\b/],
]

/** What most products of a category are, for those whose names say nothing. */
const ofCategory: Record<string, MotifName> = {
  'Toys & Games': 'blocks',
  'Stationery & Craft': 'pencil',
  'Gift Wrap & Cards': 'wrap',
  'Jewellery & Accessories': 'necklace',
  'Home Decor': 'frame',
  'Travel & Umbrellas': 'umbrella',
  Garden: 'plant',
  'Bags & Purses': 'bag',
  'Home Fragrance': 'incense',
  'Storage & Laundry': 'basket',
  'Bathroom & Warmers': 'soap',
  'Candles & Lighting': 'candle',
  Christmas: 'bauble',
  'Kitchen & Dining': 'bowl',
  'Cushions & Textiles': 'cushion',
  'Furniture & Hooks': 'chair',
  Party: 'balloon',
  'Signs & Clocks': 'sign',
  Baking: 'cake',
  Easter: 'egg',
  Pets: 'paw',
}

/** Main, dark and light, and the paper behind. */
const colours = {
  red: ['#cf4a4a', '#a93638', '#f4c6bd', '#faeee9'],
  pink: ['#e58fa6', '#c76a86', '#fbdbe2', '#fcf0f2'],
  blue: ['#4f7fae', '#385f8a', '#c9dcec', '#edf3f8'],
  green: ['#6b9e78', '#4c7a59', '#d3e5d3', '#eff5ee'],
  white: ['#fbf9f5', '#cfc8bc', '#ffffff', '#c3d2cf'],
  black: ['#3a3d42', '#1f2226', '#8c9198', '#ecebe8'],
  ivory: ['#f3e8cd', '#cbb98f', '#fbf6ea', '#d9cbb6'],
  silver: ['#b4bcc3', '#87919a', '#e6eaed', '#f1f3f4'],
  gold: ['#d8ae4f', '#a98231', '#f5e4b6', '#faf4e4'],
  purple: ['#8d6fa8', '#694f83', '#ddd0e8', '#f3eef7'],
  yellow: ['#eec351', '#c4992d', '#fbeab5', '#fdf6e2'],
  orange: ['#e08a4b', '#b56730', '#f8d8be', '#fcf1e7'],
  turquoise: ['#55aaa8', '#38807f', '#c8e6e3', '#ebf6f5'],
  brown: ['#a5795a', '#7b563d', '#e2cdbd', '#f5eee9'],
  grey: ['#8c9298', '#666c72', '#d6dadd', '#f0f1f2'],
} satisfies Record<string, readonly [main: string, dark: string, light: string, paper: string]>

type Colour = keyof typeof colours

const colourWords: readonly (readonly [Colour, RegExp])[] = [
  ...(Object.keys(colours) as Colour[]).map((name): [Colour, RegExp] => [name, new RegExp(`\\b${name}\\b`)]),
  ['ivory', /\b(cream|beige|natural|vanilla)\b/],
  ['purple', /\b(lilac|lavender|amethyst|mauve|violet)\b/],
  ['brown', /\b(copper|bronze|wood(en)?|chocolate|wicker|cork|cinnamon)\b/],
  ['silver', /\b(metal|zinc|chrome|tin|crystal|glass|diamante)\b/],
  ['pink', /\b(rose|strawberry|fairy|sweetheart|babushka)\b/],
  ['red', /\b(retrospot|santa|poppy|cherry|union|apple)\b/],
  ['green', /\b(garden|herb|leaf|lime|mint|jade|emerald|woodland)\b/],
]

const unsaid: readonly Colour[] = ['red', 'blue', 'green', 'yellow', 'turquoise', 'orange', 'pink']

type Pattern = 'dots' | 'stripes' | 'checks' | 'flowers'

const patternWords: readonly (readonly [Pattern, RegExp])[] = [
  ['dots', /\b(polkadots?|retrospot|spots?|spotty|dots?|dotty)\b/],
  ['checks', /\b(gingham|tartan|check|plaid)\b/],
  ['stripes', /\b(stripes?|stripey|striped|union|ticking)\b/],
  ['flowers', /\b(paisley|flowers?|floral|rose|daisy|doily|lace|blossom)\b/],
]

/** The picture of a product. */
export function drawingOf({ name, category }: Named): Drawing {
  const text = name.toLowerCase()
  const found = <Value>(words: readonly (readonly [Value, RegExp])[]) => words.find(([, word]) => word.test(text))?.[0]
  const motif = found(named) ?? ofCategory[category ?? ''] ?? 'gift'
  const colour = found(colourWords) ?? unsaid[numberOf(text) % unsaid.length] ?? 'blue'
  return draw(motif, colour, found(patternWords))
}

/** The picture that shows this; undefined for one that another release has drawn. */
export function drawingThatShows(alt: string): Drawing | undefined {
  known ??= new Map(allDrawings().map((drawing) => [drawing.alt, drawing]))
  return known.get(alt)
}

let known: Map<string, Drawing> | undefined

function allDrawings(): Drawing[] {
  const patterns = [undefined, ...patternWords.map(([pattern]) => pattern)]
  return (Object.keys(motifs) as MotifName[]).flatMap((motif) =>
    (Object.keys(colours) as Colour[]).flatMap((colour) => patterns.map((pattern) => draw(motif, colour, pattern))),
  )
}

export function draw(motif: MotifName, colour: Colour, pattern?: Pattern): Drawing {
  const [main, dark, light, paper] = colours[colour]
  const { behind, shape, on }: Motif = motifs[motif]
  const paint = { main, dark, light }
  const article = /^[aeiou]/.test(colour) ? 'An' : 'A'
  const what = isPlural(motif) ? `Some ${colour} ${motif}` : `${article} ${colour} ${motif}`
  return {
    alt: pattern === undefined ? what : `${what} with ${pattern}`,
    get svg() {
      return (
        `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 400 400">` +
        `<defs><clipPath id="s"><path d="${shape}"/></clipPath>` +
        `${pattern === undefined ? '' : patternOf(pattern, paint)}</defs>` +
        `<rect width="400" height="400" fill="${paper}"/>` +
        `<ellipse cx="200" cy="322" rx="112" ry="13" fill="${dark}" opacity=".14"/>` +
        `${behind?.(paint) ?? ''}<path d="${shape}" fill="${main}"/>` +
        `<g clip-path="url(#s)">${pattern === undefined ? '' : '<rect width="400" height="400" fill="url(#p)"/>'}` +
        `<path d="M260 0h140v400H240q60-200 20-400Z" fill="${dark}" opacity=".16"/></g>${on?.(paint) ?? ''}</svg>`
      )
    },
  }
}

const isPlural = (motif: MotifName) => motif === 'earrings' || motif === 'blocks'

function patternOf(pattern: Pattern, { light, dark }: Paint): string {
  const tiles: Record<Pattern, string> = {
    dots: `<circle cx="8" cy="8" r="5" fill="${light}"/><circle cx="22" cy="22" r="5" fill="${light}"/>`,
    stripes: `<rect width="14" height="30" fill="${light}" opacity=".8"/>`,
    checks:
      `<rect width="15" height="30" fill="${light}" opacity=".6"/>` +
      `<rect width="30" height="15" fill="${light}" opacity=".6"/>`,
    flowers:
      `<g fill="${light}"><circle cx="9" cy="4" r="4"/><circle cx="9" cy="14" r="4"/><circle cx="4" cy="9" r="4"/>` +
      `<circle cx="14" cy="9" r="4"/></g><circle cx="9" cy="9" r="3" fill="${dark}"/>`,
  }
  return `<pattern id="p" width="30" height="30" patternUnits="userSpaceOnUse">${tiles[pattern]}</pattern>`
}

/** The same for the same text. */
function numberOf(text: string): number {
  let number = 0
  for (const letter of text) number = (Math.imul(number, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  return number
}
