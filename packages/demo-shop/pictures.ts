import { readdirSync } from 'node:fs'

/** Of something that is sold, or shown. */
interface Named {
  name: string
  category: string | null
}

/** A picture of all products that read alike; its files are `pictures/mug-red.webp` and `.jpg`. */
export interface Picture {
  /** `mug-red` */
  name: string
  /** `A red mug` */
  alt: string
}

export const picturesFolder = new URL('pictures/', import.meta.url)
/** Width and height of each. */
export const pictureSize = 560

/** What a product is, by the first words that its name has. */
const named: readonly (readonly [thing: string, words: RegExp])[] = [
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
const ofCategory: Record<string, string> = {
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
  Pets: 'rabbit',
}

/** The main colour of what is drawn in it. */
const colours = {
  red: 0xcf4a4a,
  pink: 0xe58fa6,
  blue: 0x4f7fae,
  green: 0x6b9e78,
  white: 0xfbf9f5,
  black: 0x3a3d42,
  ivory: 0xf3e8cd,
  silver: 0xb4bcc3,
  gold: 0xd8ae4f,
  purple: 0x8d6fa8,
  yellow: 0xeec351,
  orange: 0xe08a4b,
  turquoise: 0x55aaa8,
  brown: 0xa5795a,
  grey: 0x8c9298,
}

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

/** Only what says so is shown in them. */
const plain: readonly Colour[] = ['black', 'white', 'ivory', 'grey', 'silver']

/** Colours that there are of each thing. */
const drawn = Map.groupBy(
  readdirSync(picturesFolder)
    .filter((file) => file.endsWith('.webp'))
    .map((file) => file.slice(0, -'.webp'.length).split('-') as [thing: string, colour: Colour]),
  ([thing]) => thing,
)

/** The picture of a product: of the colour that its name says, or of the nearest that there is. */
export function pictureFor({ name, category }: Named): Picture {
  const text = name.toLowerCase()
  const found = <Value>(words: readonly (readonly [Value, RegExp])[]) => words.find(([, word]) => word.test(text))?.[0]
  const thing = found(named) ?? ofCategory[category ?? ''] ?? 'gift'
  const palette = (drawn.get(thing) ?? []).map(([, colour]) => colour)
  const said = found(colourWords)
  const bright = palette.filter((colour) => !plain.includes(colour))
  const unsaid = bright.length > 0 ? bright : palette
  const colour = said === undefined ? unsaid[numberOf(text) % unsaid.length] : nearest(said, palette)
  return pictureOf(thing, colour ?? '')
}

/** @throws Error if there is none */
export function pictureOf(thing: string, colour: string): Picture {
  if (!drawn.get(thing)?.some(([, one]) => one === colour)) throw new Error(`there is no picture ${thing}-${colour}`)
  const isPlural = thing === 'earrings' || thing === 'blocks'
  const article = isPlural ? 'Some' : /^[aeiou]/.test(colour) ? 'An' : 'A'
  return { name: `${thing}-${colour}`, alt: `${article} ${colour} ${thing}` }
}

export function allPictures(): Picture[] {
  return [...drawn.values()].flat().map(([thing, colour]) => pictureOf(thing, colour))
}

function nearest(said: Colour, palette: readonly Colour[]): Colour | undefined {
  const distance = (colour: Colour) =>
    [16, 8, 0].reduce((sum, at) => sum + (((colours[colour] >> at) & 255) - ((colours[said] >> at) & 255)) ** 2, 0)
  return palette.toSorted((one, other) => distance(one) - distance(other))[0]
}

/** The same for the same text. */
function numberOf(text: string): number {
  let number = 0
  for (const letter of text) number = (Math.imul(number, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  return number
}
