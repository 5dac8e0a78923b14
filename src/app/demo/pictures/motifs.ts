/** Colours of a drawing. */
export interface Paint {
  main: string
  dark: string
  light: string
}

/** A thing, drawn on 400 × 400: what lies behind its shape, the outline of the shape, and what lies on it. */
export interface Motif {
  behind?: (paint: Paint) => string
  /** The data of a path, filled with the main colour. */
  shape: string
  on?: (paint: Paint) => string
}

const line = (color: string, width: number, data: string) =>
  `<path d="${data}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
const fill = (color: string, data: string) => `<path d="${data}" fill="${color}"/>`
const dot = (color: string, x: number, y: number, radius: number) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${color}"/>`
/** The data of a path around a circle. */
const circle = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`
/** That of a rectangle with round corners. */
const box = (x: number, y: number, width: number, height: number, radius = 10) =>
  `M${x + radius} ${y}h${width - 2 * radius}q${radius} 0 ${radius} ${radius}v${height - 2 * radius}` +
  `q0 ${radius} ${-radius} ${radius}h${2 * radius - width}q${-radius} 0 ${-radius} ${-radius}v${2 * radius - height}` +
  `q0 ${-radius} ${radius} ${-radius}Z`
const heart =
  'M200 312C120 250 92 210 92 168c0-34 26-58 56-58 24 0 42 14 52 34 10-20 28-34 52-34 30 0 56 24 56 58 0 42-28 82-108 144Z'
const star = 'M200 82l36 76 82 10-60 58 15 82-73-40-73 40 15-82-60-58 82-10Z'
const wood = '#b98a5e'
const flame = fill('#f6b04a', 'M200 74c18 24 22 36 14 50-6 11-22 11-28 0-8-14-2-28 14-50Z')

/** By their names, which also say what the drawing shows. */
export const motifs = {
  mug: {
    behind: ({ dark }) => line(dark, 24, 'M268 176h26c34 0 34 86-4 86h-26'),
    shape: 'M112 138h164v128q0 44-44 44h-76q-44 0-44-44Z',
    on: ({ light, dark }) =>
      `<ellipse cx="194" cy="138" rx="82" ry="18" fill="${dark}"/><ellipse cx="194" cy="142" rx="66" ry="11" fill="${light}"/>`,
  },
  bowl: {
    shape: 'M82 190h236c0 74-44 114-88 118h-60c-44-4-88-44-88-118Z',
    on: ({ dark }) => `<ellipse cx="200" cy="190" rx="118" ry="24" fill="${dark}"/>`,
  },
  plate: {
    shape: circle(200, 206, 112),
    on: ({ light, dark }) =>
      `${dot(light, 200, 206, 76)}${line(dark, 3, circle(200, 206, 76))}${line(dark, 3, circle(200, 206, 104))}`,
  },
  bottle: {
    behind: ({ dark }) => fill(dark, box(172, 74, 56, 36, 8)),
    shape: 'M178 104h44v44c30 12 44 34 44 64v76q0 24-24 24h-84q-24 0-24-24v-76c0-30 14-52 44-64Z',
    on: ({ light }) => fill(light, box(150, 214, 100, 60, 6)),
  },
  tin: {
    shape: 'M108 128h184v160q0 22-22 22H130q-22 0-22-22Z',
    on: ({ dark, light }) => `${fill(dark, box(98, 104, 204, 40, 12))}${fill(light, box(148, 184, 104, 76, 8))}`,
  },
  cake: {
    behind: ({ dark }) =>
      `${fill(dark, 'M190 268h20v40h-20Z')}${fill(dark, box(130, 300, 140, 16, 8))}${fill(dark, box(84, 252, 232, 18, 9))}`,
    shape: 'M116 172q0-20 20-20h128q20 0 20 20v80H116Z',
    on: ({ light }) =>
      `${fill(light, 'M116 172q0-20 20-20h128q20 0 20 20v24c-10 22-34 22-42 0-8 22-34 22-42 0-8 22-34 22-42 0-8 22-32 22-42 0Z')}${dot('#d9485f', 200, 138, 16)}`,
  },
  candle: {
    behind: () => flame,
    shape: box(158, 132, 84, 178, 14),
    on: ({ dark, light }) =>
      `${line('#4d4038', 5, 'M200 122v16')}${fill(light, 'M158 150q0-18 18-18h48q18 0 18 18v16c-8 20-20 20-28 0-6 30-22 30-28 0-8 14-20 14-28 0Z')}${fill(dark, box(130, 296, 140, 18, 9))}`,
  },
  lantern: {
    behind: ({ dark }) => `${line(dark, 8, 'M164 116c0-48 72-48 72 0')}`,
    shape: 'M128 128q72-34 144 0l14 164q0 18-18 18H132q-18 0-18-18Z',
    on: ({ light, dark }) =>
      `${fill('#fdf3d8', box(150, 152, 100, 128, 8))}${fill('#f6b04a', 'M200 178c20 28 26 42 16 60-7 12-25 12-32 0-10-18-4-32 16-60Z')}${line(dark, 5, 'M200 152v128M150 216h100')}${line(light, 4, 'M150 152h100v128H150Z')}`,
  },
  clock: {
    behind: ({ dark }) =>
      `${dot(dark, 130, 106, 26)}${dot(dark, 270, 106, 26)}${line(dark, 14, 'M138 288l-22 28M262 288l22 28')}`,
    shape: circle(200, 204, 108),
    on: ({ dark }) =>
      `${dot('#fffdf8', 200, 204, 82)}${line(dark, 8, 'M200 204v-52M200 204l38 22')}${dot(dark, 200, 204, 9)}${line(dark, 5, 'M200 130v8M200 270v8M126 204h8M266 204h8')}`,
  },
  frame: {
    shape: box(108, 88, 184, 224, 8),
    on: ({ dark, light }) =>
      `${fill('#fffdf8', box(130, 110, 140, 180, 4))}${fill(light, box(146, 128, 108, 144, 2))}${fill(dark, 'M146 272v-32l34-42 26 30 18-20 30 34v30Z')}${dot('#f6b04a', 226, 160, 14)}`,
  },
  sign: {
    behind: () => line('#4d4038', 5, 'M124 150L200 92l76 58'),
    shape: box(82, 150, 236, 116, 14),
    on: ({ light }) => `${line(light, 6, 'M98 166h204v84H98Z')}${line(light, 9, 'M126 196h148M152 222h96')}`,
  },
  cushion: {
    shape: 'M102 108q98 22 196 0 18 0 16 18-18 84 0 168 0 18-18 16-98-20-194 0-18 0-16-18 18-82 0-166 0-18 16-18Z',
    on: ({ dark }) =>
      `${line(dark, 3, 'M116 124q84 18 168 0-14 84 0 172-84-16-170 0 16-86 2-172Z')}${dot(dark, 200, 208, 8)}`,
  },
  bag: {
    behind: ({ dark }) => line(dark, 14, 'M150 162v-28c0-64 100-64 100 0v28'),
    shape: 'M108 156h184l18 138q0 18-18 18H108q-18 0-18-18Z',
    on: ({ dark }) => `${dot(dark, 150, 178, 7)}${dot(dark, 250, 178, 7)}`,
  },
  purse: {
    behind: ({ dark }) => `${dot(dark, 188, 118, 13)}${dot(dark, 212, 118, 13)}`,
    shape: 'M118 156q82-44 164 0c50 60 44 144-82 148-126-4-132-88-82-148Z',
    on: ({ dark }) => line(dark, 10, 'M118 158q82-44 164 0'),
  },
  umbrella: {
    behind: () => line('#7a5b41', 9, 'M200 96v196c0 34 46 34 46 2'),
    shape:
      'M74 208c4-76 60-122 126-122s122 46 126 122c-18-22-46-22-63 0-17-22-46-22-63 0-17-22-46-22-63 0-17-22-45-22-63 0Z',
    on: ({ dark }) => line(dark, 3, 'M137 208c4-60 24-100 63-122 39 22 59 62 63 122M200 86v122'),
  },
  notebook: {
    shape: box(112, 88, 180, 224, 10),
    on: ({ light, dark }) =>
      `${fill(dark, 'M112 98q0-10 10-10h18v224h-18q-10 0-10-10Z')}${fill(light, box(168, 130, 96, 54, 6))}${line(dark, 5, 'M182 150h66M182 166h42')}`,
  },
  pencil: {
    shape: 'M116 252L256 112l34 34-140 140Z',
    on: ({ dark, light }) =>
      `${fill('#f3d9b6', 'M116 252l34 34-52 18Z')}${fill('#4d4038', 'M104 286l-6 18 18-6Z')}${fill('#e58fa0', 'M256 112l14-14q10-10 20 0l14 14q10 10 0 20l-14 14Z')}${line(light, 5, 'M134 262l132-132')}${line(dark, 4, 'M248 120l34 34')}`,
  },
  card: {
    shape: box(86, 124, 228, 164, 10),
    on: ({ dark, light }) =>
      `${line(dark, 6, 'M92 132l108 84 108-84')}${fill(light, 'M200 250c-26-20-36-32-36-46 0-20 28-24 36-4 8-20 36-16 36 4 0 14-10 26-36 46Z')}`,
  },
  gift: {
    shape: box(108, 170, 184, 140, 8),
    on: ({ dark, light }) =>
      `${fill(dark, box(96, 148, 208, 42, 8))}${fill(light, 'M184 148h32v162h-32Z')}${line(light, 14, 'M200 146c-20-52-84-48-70-14 8 18 40 16 70 14 30 2 62 4 70-14 14-34-50-38-70 14')}`,
  },
  wrap: {
    shape: box(96, 120, 186, 176, 8),
    on: ({ dark, light }) => `${fill(dark, box(262, 104, 44, 208, 22))}${fill(light, box(274, 116, 20, 184, 10))}`,
  },
  necklace: {
    shape: 'M200 236c32 0 46 20 46 42 0 26-22 44-46 62-24-18-46-36-46-62 0-22 14-42 46-42Z',
    behind: ({ dark }) => line(dark, 6, 'M92 92c6 96 62 138 108 148 46-10 102-52 108-148'),
    on: ({ light, dark }) =>
      `${dot(light, 188, 266, 10)}${[
        [104, 142],
        [128, 186],
        [160, 218],
        [240, 218],
        [272, 186],
        [296, 142],
      ]
        .map(([x = 0, y = 0]) => dot(dark, x, y, 11))
        .join('')}`,
  },
  ring: {
    behind: () => line('#d8b45c', 18, circle(200, 240, 74)),
    shape: 'M158 104h84l26 34-68 66-68-66Z',
    on: ({ light, dark }) =>
      `${line(light, 4, 'M132 138h136M158 104l18 34 24 66 24-66 18-34')}${line(dark, 3, 'M176 138l24-34 24 34')}`,
  },
  earrings: {
    behind: () => line('#d8b45c', 6, 'M138 102c18-16 34 4 20 34M262 102c-18-16-34 4-20 34'),
    shape: 'M152 140c40 70 42 150-8 152-50-2-38-82 8-152ZM248 140c46 70 58 150 8 152-50-2-48-82-8-152Z',
    on: ({ light }) => `${dot(light, 144, 244, 14)}${dot(light, 256, 244, 14)}`,
  },
  hook: {
    shape: box(152, 84, 96, 132, 14),
    on: ({ dark }) =>
      `${line(dark, 20, 'M200 176v70c0 56 72 56 72-2')}${dot(dark, 272, 240, 14)}${dot(dark, 200, 110, 8)}`,
  },
  chair: {
    behind: () => line(wood, 16, 'M136 250v64M264 250v64M146 250V96M254 250V96'),
    shape: box(118, 222, 164, 40, 14),
    on: () => line(wood, 14, 'M146 110h108M146 146h108M146 182h108'),
  },
  mirror: {
    shape: 'M200 76c66 0 104 56 104 122s-38 122-104 122-104-56-104-122 38-122 104-122Z',
    on: () =>
      `<ellipse cx="200" cy="198" rx="78" ry="96" fill="#e3eef0"/>${line('#fff', 10, 'M162 180c6-28 18-44 36-56')}`,
  },
  basket: {
    behind: ({ dark }) => line(dark, 12, 'M124 176c0-110 152-110 152 0'),
    shape: 'M88 170h224l-24 126q-4 16-20 16H132q-16 0-20-16Z',
    on: ({ dark }) => line(dark, 5, 'M94 206h212M100 240h200M106 274h188M150 176l8 132M200 176v132M250 176l-8 132'),
  },
  plant: {
    behind: () =>
      `${line('#4f7f57', 8, 'M200 220v-96M200 190c-44-6-60-34-62-66 40 2 60 26 62 66M200 170c40-6 56-32 58-60-38 2-56 22-58 60')}${fill('#6ba074', 'M200 190c-44-6-60-34-62-66 40 2 60 26 62 66ZM200 170c40-6 56-32 58-60-38 2-56 22-58 60Z')}`,
    shape: 'M128 216h144l-18 80q-4 16-20 16h-68q-16 0-20-16Z',
    on: ({ dark }) => fill(dark, box(116, 204, 168, 32, 8)),
  },
  flower: {
    behind: ({ main, dark }) =>
      `${line('#4f7f57', 9, 'M200 220v96M200 286c-30 0-44-14-52-36M200 300c30 0 44-14 52-36')}${[0, 60, 120, 180, 240, 300].map((turn) => `<ellipse cx="200" cy="112" rx="30" ry="44" fill="${turn % 120 === 0 ? main : dark}" transform="rotate(${turn} 200 160)"/>`).join('')}`,
    shape: circle(200, 160, 30),
    on: () => dot('#f3c65b', 200, 160, 24),
  },
  bird: {
    behind: ({ dark }) =>
      `${fill('#e9a23b', 'M300 168l34 12-34 12Z')}${line('#7a5b41', 6, 'M190 284v30M222 284v30')}${fill(dark, 'M108 214l-38-14 12 40Z')}`,
    shape: 'M306 176c0-38-28-62-62-62-40 0-56 26-72 54-14 24-36 42-70 44 16 54 62 76 108 76 60 0 96-46 96-112Z',
    on: ({ dark, light }) =>
      `${fill(light, 'M140 222c40 8 72-8 92-40 18 48-40 90-92 40Z')}${dot('#2f2a26', 260, 158, 8)}${line(dark, 3, 'M150 230c32 4 58-8 74-32')}`,
  },
  rabbit: {
    behind: ({ main, light }) =>
      `${fill(main, 'M168 158c-32-50-26-92-8-92s32 40 34 88ZM232 158c32-50 26-92 8-92s-32 40-34 88Z')}${fill(light, 'M174 150c-18-36-18-66-10-68s18 32 20 64ZM226 150c18-36 18-66 10-68s-18 32-20 64Z')}`,
    shape: 'M200 146c56 0 88 40 88 84 0 50-40 82-88 82s-88-32-88-82c0-44 32-84 88-84Z',
    on: ({ light }) =>
      `${dot('#2f2a26', 170, 216, 8)}${dot('#2f2a26', 230, 216, 8)}${fill('#e58fa0', 'M190 240h20l-10 12Z')}${dot(light, 154, 250, 14)}${dot(light, 246, 250, 14)}`,
  },
  egg: {
    shape: 'M200 84c50 0 88 76 88 132 0 58-40 94-88 94s-88-36-88-94c0-56 38-132 88-132Z',
    on: ({ dark, light }) =>
      `${line(light, 10, 'M118 196l20-18 24 18 24-18 24 18 24-18 24 18 24-18')}${line(dark, 10, 'M116 240l22-16 24 16 24-16 24 16 24-16 24 16 26-16')}`,
  },
  tree: {
    behind: () => fill('#7a5b41', box(184, 276, 32, 40, 4)),
    shape: 'M200 74l56 76h-28l50 66h-34l54 72H102l54-72h-34l50-66h-28Z',
    on: ({ light }) =>
      [
        [176, 140],
        [222, 176],
        [168, 206],
        [216, 246],
        [150, 264],
        [254, 266],
      ]
        .map(([x = 0, y = 0]) => dot(light, x, y, 9))
        .join(''),
  },
  bauble: {
    behind: () => `${line('#b99a4b', 5, 'M200 64v34')}${fill('#d8b45c', box(178, 92, 44, 30, 6))}`,
    shape: circle(200, 212, 98),
    on: ({ light, dark }) =>
      `${line(light, 10, 'M106 196c40 24 148 24 188 0')}${line(dark, 10, 'M110 236c40 22 140 22 180 0')}${dot('#fff', 164, 162, 12)}`,
  },
  heart: { shape: heart, on: ({ light }) => line(light, 9, 'M122 172c0-20 12-32 28-34') },
  star: { shape: star, on: ({ light }) => line(light, 5, 'M200 112l26 56 60 8-44 42') },
  bunting: {
    behind: () => line('#7a5b41', 5, 'M60 120c80 44 200 44 280 0'),
    shape: 'M86 134l62 22-44 64ZM252 156l62-22-18 86Z',
    on: ({ dark, light }) => `${fill(dark, 'M150 156l50 6-32 74Z')}${fill(light, 'M200 162l52-6-16 80Z')}`,
  },
  balloon: {
    behind: ({ dark }) => `${line('#8a7b6c', 3, 'M200 262c-14 24 14 30 0 58')}${fill(dark, 'M188 268l12-16 12 16Z')}`,
    shape: 'M200 76c54 0 88 42 88 90 0 54-48 92-88 92s-88-38-88-92c0-48 34-90 88-90Z',
    on: ({ light }) => line(light, 12, 'M146 158c2-26 16-42 34-48'),
  },
  blocks: {
    shape: `${box(92, 206, 104, 104, 10)}${box(204, 206, 104, 104, 10)}`,
    on: ({ dark, light }) =>
      `${fill(dark, box(148, 94, 104, 104, 10))}${fill(light, 'M200 114l12 26 28 3-21 20 6 28-25-14-25 14 6-28-21-20 28-3Z')}${dot(light, 144, 258, 28)}${fill(light, 'M256 228l30 56h-60Z')}`,
  },
  doll: {
    shape:
      'M200 78c36 0 58 26 58 58 0 14-4 26-10 36 30 16 44 44 44 76 0 42-30 64-92 64s-92-22-92-64c0-32 14-60 44-76-6-10-10-22-10-36 0-32 22-58 58-58Z',
    on: ({ light, dark }) =>
      `${dot('#fbe3cd', 200, 138, 38)}${dot('#2f2a26', 186, 136, 5)}${dot('#2f2a26', 214, 136, 5)}${line('#d9485f', 4, 'M190 154c6 6 14 6 20 0')}${dot(light, 200, 248, 34)}${dot(dark, 200, 248, 14)}`,
  },
  soap: {
    behind: () => `${dot('#fff', 128, 138, 22)}${dot('#fff', 168, 104, 14)}${dot('#fff', 276, 126, 18)}`,
    shape: box(92, 170, 216, 120, 56),
    on: ({ dark }) => line(dark, 5, 'M140 206h120q24 0 24 24t-24 24H140q-24 0-24-24t24-24Z'),
  },
  warmer: {
    behind: ({ dark }) => fill(dark, box(176, 78, 48, 34, 8)),
    shape: 'M152 104h96q42 12 48 60v108q0 40-40 40H144q-40 0-40-40V164q6-48 48-60Z',
    on: ({ light, dark }) =>
      `${fill(light, 'M200 270c-30-22-42-38-42-56 0-24 32-28 42-6 10-22 42-18 42 6 0 18-12 34-42 56Z')}${line(dark, 4, 'M128 150v130M272 150v130')}`,
  },
  incense: {
    behind: ({ dark }) =>
      `${line('#c9c1b6', 7, 'M176 120c-20-22 18-30 0-56M226 128c-20-22 18-30 0-56')}${line(dark, 6, 'M176 124l8 120M224 130l-8 114')}`,
    shape: 'M104 236h192q-6 74-66 74h-60q-60 0-66-74Z',
    on: ({ light }) => line(light, 8, 'M132 262h136'),
  },
  paw: {
    behind: ({ main }) =>
      `${dot(main, 128, 178, 28)}${dot(main, 174, 132, 30)}${dot(main, 226, 132, 30)}${dot(main, 272, 178, 28)}`,
    shape: 'M200 188c44 0 80 46 80 82 0 30-28 40-48 34-20-6-44-6-64 0-20 6-48-4-48-34 0-36 36-82 80-82Z',
  },
  mat: {
    shape: box(70, 150, 260, 144, 12),
    on: ({ light, dark }) => `${line(light, 8, 'M92 172h216v100H92Z')}${line(dark, 6, 'M70 164v116M330 164v116')}`,
  },
  lamp: {
    behind: ({ dark }) => `${line(dark, 12, 'M200 216v86')}${fill(dark, box(138, 294, 124, 20, 10))}`,
    shape: 'M154 92h92l50 124H104Z',
    on: ({ light }) => line(light, 6, 'M168 108l-36 92'),
  },
} satisfies Record<string, Motif>

export type MotifName = keyof typeof motifs
