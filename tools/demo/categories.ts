/**
 * The category of a demo product: the first rule with a keyword that stands in the name as whole words (a plural in "s"
 * or "es" counts too). Order carries the meaning: "Christmas Tree T-Light Holder" is Christmas before it is a candle, a
 * "Peg Bag" is no bag to carry. A category stands more than once where a general word has to wait for a particular one.
 */
const rules: [category: string, keywords: string][] = [
  [
    'Christmas',
    `christmas, xmas, santa, bauble, noel, advent, yuletide, reindeer, snowmen, jingle bells, goose feather tree,
     holly, snowy village, socks and mittens, panettone, stocking, glitter snow, merry, sleigh bell, tinsel, icicle`,
  ],
  [
    'Easter',
    `easter, hanging chick, pink chick magic garden, wobbly chicken, wobbly rabbit, hen on nest, metal rabbit,
     metal chicken, hen house, swinging bunny, bunny wooden`,
  ],
  ['Pets', 'cat bowl, dog bowl, dog toy, mouse toy, cat food, dog food'],
  ['Gifts', 'money bank, money box, piggy bank'],
  ['Toys & Games', 'playhouse'],
  ['Stationery & Craft', 'writing set, badge'],
  ['Kitchen & Dining', 'tea bag plate, bead coaster, recipe box, salt and pepper'],
  ['Home Decor', 'silver stone, glass gem, dressing table pot'],
  [
    'Signs & Clocks',
    `sign, doorsign, door hanger, clock, plaque, number tile, chalkboard, blackboard, black board, memo board,
     memoboard, block letter, wood letter, block word, painted letter`,
  ],
  ['Baking', 'cup cake case'],
  [
    'Party',
    `party bag, party cone, party invite, party candle, celebration candle, birthday candle, bunting, balloon,
     paper chain, confetti, honeycomb, cordon, paper cup, paper plate, paper napkin, pack of 20 napkins,
     set of 20 napkins, straw, cocktail, disco ball, party sunglasses, leis, grass skirt, sombrero, glowing tiara,
     rosette, pennant, windsock, happy birthday garland`,
  ],
  [
    'Baking',
    `baking, cake case, fairy cake case, petit four, cookie cutter, biscuit cutter, cake tin, doilies,
     measuring spoon, cupcake lace paper, cooking set, mixing bowl, toast its`,
  ],
  ['Gift Wrap & Cards', 'birthday card, greeting card, message card, handbag gift box, tissue ream'],
  [
    'Bathroom & Warmers',
    `hot water bottle, hottie, hand warmer, pocket warmer, flannel, bath, bathroom, soap, shower cap, washbag,
     wash bag, hand towel, cake towel, roll towel, rose towel, cosmetic bag, cosmetics bag, slipper, plasters,
     first aid, balm, tissue, tissue box, cotton wool, wash bowl, water basin, cream slice`,
  ],
  ['Jewellery & Accessories', 'bag charm, phone charm, jewellery box'],
  [
    'Toys & Games',
    `soft toy, doll, teddy, jigsaw, puzzle, dominoes, bingo, ludo, snakes & ladders, snap card, card game,
     playing card, skittle, marbles, spinning top, skipping rope, helicopter, glider, harmonica, sock puppet,
     drawing slate, dinosaur set, crawlie, snake set, space cadet, space frog, space owl, ninja rabbit, rattle snake,
     flying disc, sandcastle, seaside bucket, beach spade, wheelbarrow, knitting nancy, modelling clay, pony,
     monster soft, blue monster, alphabet block, catch cup, heads and tails, stress ball, tattoo, croquet, rounders,
     soft car, tool set, speaker, radio, boombox, globe, felt farm, colouring set, candy spot rabbit, knitted rabbit,
     knitted hen, gingham cat, growing from paper, scottie dog with`,
  ],
  [
    'Stationery & Craft',
    `notebook, journal, sketchbook, pocket book, address book, scrap book, pen, pencil, eraser, rubber, sharpener,
     sticker, stationery, notelet, envelopes, calculator, ruler, chalk, crayon, paint set, paint your own, stencil,
     craft, feltcraft, sewing, knitting, card kit, kit card, patches, stamp set, highlighter, pin cushion,
     measuring tape, tape measure, button box, scissor, bookcover tape, design tape, cats tape, skulls tape,
     retrospot tape, book mark, photo album, paperweight, spirit level, repair kit, sew on, needle, sticky bunnies,
     calendar, envelope 50, handbag kit, postcard set`,
  ],
  ['Furniture & Hooks', 'cast iron hook'],
  [
    'Garden',
    `watering can, grow, garden tool, garden glove, garden fork pink, garden rake, garden spade, garden trowel,
     hammock, garden brush, garden marker, herb marker, planter, plant pot, plant cage, plant holder, plant ladder,
     thermometer, gnome, windmill, secateurs, kneeling pad, twine, garden parasol, metal tube chime,
     garden decoration, fire bucket, decorative garden, fly swat`,
  ],
  [
    'Travel & Umbrellas',
    `umbrella, luggage tag, passport, holiday purse, rain, edwardian parasol, cabin bag, airline bag, weekend bag,
     overnight bag, torch`,
  ],
  ['Gift Wrap & Cards', 'gift bag, paper bag, gift tag, gift tape, wrapping tape, wrap'],
  [
    'Storage & Laundry',
    `peg bag, storage bag, recycling bag, wall tidy, toy tidy, clothes peg, dolly peg, daisy peg, flower peg,
     mini case`,
  ],
  ['Bags & Purses', 'bag, handbag, shopper, purse, backpack, drawstring, carry-all, tote'],
  ['Kitchen & Dining', 'napkin ring, napkin charm, napkin, peg place setting, place setting'],
  ['Gift Wrap & Cards', 'card birthday, ribbon, postcard'],
  [
    'Jewellery & Accessories',
    `bracelet, necklace, earring, ring, brooch, bangle, choker, keyring, key ring, key fob, hair, hairclip,
     hairslide, flower cluster slide, butterfly clip, compact mirror, pocket mirror, scarf, headphones, jewellery,
     traveling fan, silk fan, sandalwood fan`,
  ],
  [
    'Home Fragrance',
    `incense, oil burner, pot pouri, scented hanging flower, scented flower, scented fabric, scent heart`,
  ],
  [
    'Candles & Lighting',
    `candle, t-light, tealight, votive, candlestick, candle stick, candleholder, candlepot, candlestand, candelabra,
     lantern, lamp, lampshade, lamp shade, matches, nightlight, night light, lightbulb, bulb, light chain,
     light garland, table light, lights, bird light, 20 light, silicon`,
  ],
  ['Furniture & Hooks', 'drawer knob, tile hook, suction hook, suction cup hook, key cabinet, photo shelf'],
  ['Home Decor', 'trinket'],
  [
    'Kitchen & Dining',
    `mug, cup, bowl, plate, saucer, teacup, teapot, jug, tea set, coffee set, tea for one, cutlery, teaspoon, spoon,
     placemat, coaster, apron, oven glove, oven mitt, tea cosy, egg cosy, egg warmer, egg cup, chopstick,
     butter dish, beurre, kitchen scale, colander, bread bin, biscuit bin, biscuit tin, biscuits tin, food cover,
     food container, container, tea towel, ladle, lunch box, snack box, picnic basket, picnic box, washing up,
     tablecloth, table cloth, pizza, pudding, milk pan, frying pan, egg pan, tea caddy, coffee caddy,
     coffee container, toastrack, utensil, lolly, popcorn holder, beaker, squeezer, flask, wine glass,
     champagne glass, tea glass, milkshake, chalice, sundae, d.o.f., tumbler, dinner tray, breakfast tray,
     breakfast set, condiment, cake stand, cakestand, jam jar, jam making, tea coffee, milk bottle, storage jar,
     glass jar, cloche, platter, fruit bowl, recipe, egg holder, dish, pot with lid, tray, charger, tins, round tin,
     breakfast`,
  ],
  ['Cushions & Textiles', 'cushion, throw, quilt, curtain, filler pad, ironing board'],
  [
    'Storage & Laundry',
    `storage, basket, magazine rack, newspaper stand, letter rack, keepsake box, bin, crate, oval box, round box,
     nesting box, nesting boxes, book box, organiser, treasure chest, shoe shine, drawer liner, round boxes,
     love bucket`,
  ],
  [
    'Furniture & Hooks',
    `hook, hanger, coathanger, coat rack, cabinet, shelf, chest, cupboard, sideboard, chair, stool, pouffe,
     love seat, drawer`,
  ],
  ['Home Decor', 'magic garden, mirror, mirrored, photo frame, frame, photo, picture, doormat, doorstop, magnet'],
  ['Gift Wrap & Cards', 'card holder, cardholder, card, gift box'],
  [
    'Home Decor',
    `decoration, garland, mobile, wreath, photoframe, vase, ornament, art flower, artificial flower, print, wicker,
     filigree, trellis, hanging, birdhouse, bird house, flying duck, porcelain, shell, buddha, toadstool, mushroom,
     beaded crystal, beaded pearl, parasol, ashtray, hand open, felt, string, heart, zinc, crystal, slate, memo,
     metal cat, spring, flower, butterfly, star`,
  ],
]

const fallback = 'Gifts'

const compiled = rules.map(([category, keywords]): [string, RegExp] => {
  const words = keywords.split(',').map((keyword) => keyword.trim().replace(/\s+/g, ' ').replaceAll('.', '\\.'))
  return [category, new RegExp(` (?:${words.join('|')})(?:e?s)? `)]
})

export function categoryOf(name: string): string {
  const words = ` ${name.toLowerCase().replace(/[^a-z0-9.&-]+/g, ' ')} `
  return compiled.find(([, pattern]) => pattern.test(words))?.[0] ?? fallback
}
