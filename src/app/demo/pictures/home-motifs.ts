import { box, circle, dot, fill, line, type Motif } from './shapes.ts'

const flame = fill('#f6b04a', 'M200 74c18 24 22 36 14 50-6 11-22 11-28 0-8-14-2-28 14-50Z')

/** Things for the house, the table and the desk. */
export const homeMotifs = {
  mug: {
    behind: ({ dark }) => line(dark, 24, 'M268 176h26c34 0 34 86-4 86h-26'),
    shape: 'M112 138h164v128q0 44-44 44h-76q-44 0-44-44Z',
    on: ({ light, dark }) =>
      [
        '<ellipse cx="194" cy="138" rx="82" ry="18" fill="',
        dark,
        '"/><ellipse cx="194" cy="142" rx="66" ry="11" fill="',
        light,
        '"/>',
      ].join(''),
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
      [
        fill(dark, 'M190 268h20v40h-20Z'),
        fill(dark, box(130, 300, 140, 16, 8)),
        fill(dark, box(84, 252, 232, 18, 9)),
      ].join(''),
    shape: 'M116 172q0-20 20-20h128q20 0 20 20v80H116Z',
    on: ({ light }) =>
      [
        fill(
          light,
          'M116 172q0-20 20-20h128q20 0 20 20v24c-10 22-34 22-42 0-8 ' +
            '22-34 22-42 0-8 22-34 22-42 0-8 22-32 22-42 0Z',
        ),
        dot('#d9485f', 200, 138, 16),
      ].join(''),
  },
  candle: {
    behind: () => flame,
    shape: box(158, 132, 84, 178, 14),
    on: ({ dark, light }) =>
      [
        line('#4d4038', 5, 'M200 122v16'),
        fill(light, 'M158 150q0-18 18-18h48q18 0 18 18v16c-8 20-20 20-28 0-6 ' + '30-22 30-28 0-8 14-20 14-28 0Z'),
        fill(dark, box(130, 296, 140, 18, 9)),
      ].join(''),
  },
  lantern: {
    behind: ({ dark }) => `${line(dark, 8, 'M164 116c0-48 72-48 72 0')}`,
    shape: 'M128 128q72-34 144 0l14 164q0 18-18 18H132q-18 0-18-18Z',
    on: ({ light, dark }) =>
      [
        fill('#fdf3d8', box(150, 152, 100, 128, 8)),
        fill('#f6b04a', 'M200 178c20 28 26 42 16 60-7 12-25 12-32 0-10-18-4-32 16-60Z'),
        line(dark, 5, 'M200 152v128M150 216h100'),
        line(light, 4, 'M150 152h100v128H150Z'),
      ].join(''),
  },
  clock: {
    behind: ({ dark }) =>
      `${dot(dark, 130, 106, 26)}${dot(dark, 270, 106, 26)}${line(dark, 14, 'M138 288l-22 28M262 288l22 28')}`,
    shape: circle(200, 204, 108),
    on: ({ dark }) =>
      [
        dot('#fffdf8', 200, 204, 82),
        line(dark, 8, 'M200 204v-52M200 204l38 22'),
        dot(dark, 200, 204, 9),
        line(dark, 5, 'M200 130v8M200 270v8M126 204h8M266 204h8'),
      ].join(''),
  },
  frame: {
    shape: box(108, 88, 184, 224, 8),
    on: ({ dark, light }) =>
      [
        fill('#fffdf8', box(130, 110, 140, 180, 4)),
        fill(light, box(146, 128, 108, 144, 2)),
        fill(dark, 'M146 272v-32l34-42 26 30 18-20 30 34v30Z'),
        dot('#f6b04a', 226, 160, 14),
      ].join(''),
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
      'M74 208c4-76 60-122 126-122s122 46 126 122c-18-22-46-22-63 ' +
      '0-17-22-46-22-63 0-17-22-46-22-63 0-17-22-45-22-63 0Z',
    on: ({ dark }) => line(dark, 3, 'M137 208c4-60 24-100 63-122 39 22 59 62 63 122M200 86v122'),
  },
  notebook: {
    shape: box(112, 88, 180, 224, 10),
    on: ({ light, dark }) =>
      [
        fill(dark, 'M112 98q0-10 10-10h18v224h-18q-10 0-10-10Z'),
        fill(light, box(168, 130, 96, 54, 6)),
        line(dark, 5, 'M182 150h66M182 166h42'),
      ].join(''),
  },
  pencil: {
    shape: 'M116 252L256 112l34 34-140 140Z',
    on: ({ dark, light }) =>
      [
        fill('#f3d9b6', 'M116 252l34 34-52 18Z'),
        fill('#4d4038', 'M104 286l-6 18 18-6Z'),
        fill('#e58fa0', 'M256 112l14-14q10-10 20 0l14 14q10 10 0 20l-14 14Z'),
        line(light, 5, 'M134 262l132-132'),
        line(dark, 4, 'M248 120l34 34'),
      ].join(''),
  },
  card: {
    shape: box(86, 124, 228, 164, 10),
    on: ({ dark, light }) =>
      [
        line(dark, 6, 'M92 132l108 84 108-84'),
        fill(light, 'M200 250c-26-20-36-32-36-46 0-20 28-24 36-4 8-20 36-16 36 4 ' + '0 14-10 26-36 46Z'),
      ].join(''),
  },
  gift: {
    shape: box(108, 170, 184, 140, 8),
    on: ({ dark, light }) =>
      [
        fill(dark, box(96, 148, 208, 42, 8)),
        fill(light, 'M184 148h32v162h-32Z'),
        line(light, 14, 'M200 146c-20-52-84-48-70-14 8 18 40 16 70 14 30 2 62 4 ' + '70-14 14-34-50-38-70 14'),
      ].join(''),
  },
} satisfies Record<string, Motif>
