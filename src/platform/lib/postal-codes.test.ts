import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { postalKey, readPostalCode } from './postal-codes.ts'

/** `JP 1000001 > 100-0001`: what is typed in a country, and what is kept. */
const parse = (lists: string[]) =>
  lists.flatMap((list) =>
    list.split(', ').map((one) => {
      const [typed = '', kept = typed] = one.slice(3).split(' > ')
      return [one.slice(0, 2), typed, kept] as const
    }),
  )

describe('postal codes', () => {
  it('are kept as their country writes them, with or without separators, in capitals', () => {
    const cases = parse([
      'JP 1000001 > 100-0001, JP 100-0001, JP 〒100-0001 > 100-0001, JP 〒 100 0001 > 100-0001, JP 100ー0001 > 100-0001',
      'JP １００－０００１ > 100-0001, JP 〒１０００００１ > 100-0001, JP 100‐0001 > 100-0001, JP 100−0001 > 100-0001',
      'US 90210, US 90210-1234, US 902101234 > 90210-1234, US 90210 1234 > 90210-1234, US 90210–1234 > 90210-1234',
      'US US-90210 > 90210, US ９０２１０ > 90210, PR 009011234 > 00901-1234, GU 96910 1234 > 96910-1234',
      'NL 1234AB > 1234 AB, NL 1234 ab > 1234 AB, NL 1234-AB > 1234 AB, NL NL-1234 AB > 1234 AB, NL 1234',
      'GB sw1y4jh > SW1Y 4JH, GB SW1Y 4JH, GB m11ae > M1 1AE, GB EC1A1BB > EC1A 1BB, GB ＳＷ１Ｙ ４ＪＨ > SW1Y 4JH',
      'GB GIR 0AA, GB BFPO 57, GB BF1 2AU, GB JE23AB > JE2 3AB, JE JE23AB > JE2 3AB, IM im11aa > IM1 1AA',
      'CA K1A0B1 > K1A 0B1, CA k1a-0b1 > K1A 0B1, CA K1A  0B1 > K1A 0B1, CA K1A 0B1',
      'PL 00001 > 00-001, PL 00-001, PL 00 001 > 00-001, PL PL-00-001 > 00-001, PT 1000205 > 1000-205, PT 1000',
      'BR 01310100 > 01310-100, BR 01310-100, BR 01.310-100 > 01310-100, BR CEP 01310-100 > 01310-100, BR 01310',
      'SE 11351 > 113 51, SE 113 51, SE SE-113 51 > 113 51, SE S-11351 > 113 51, CZ 11000 > 110 00, CZ 110 00',
      'SK 81101 > 811 01, SK SK-811 01 > 811 01, GR 10557 > 105 57, GR 105 57, GR GR-10557 > 105 57',
      'IE D02AF30 > D02 AF30, IE d02 af30 > D02 AF30, IE D6WXY00 > D6W XY00, IE D4, IE Dublin 4 > DUBLIN 4',
      'KR 03187, KR 135-080, KR 135080 > 135-080, KR 135 080 > 135-080',
      'TW 100, TW 10058, TW 100001, TW 100-001 > 100001, SG 018956, SG 018 956 > 018956, CN 100 000 > 100000',
      'IN 110001, IN 110 001 > 110001, AR C1425CLA, AR C1425 CLA > C1425CLA, AR c1425cla > C1425CLA, AR 1425, AR B1900',
      'FR 75001, FR 75 001 > 75001, FR F-75001 > 75001, DE 10115, DE D-10115 > 10115',
      'DE DE-10115 > 10115, IT I-00184 > 00184',
      'CH CH-8001 > 8001, AT A-1010 > 1010, BE B-1000 > 1000, LU L-1009 > 1009, LU 1009',
      'NO N-0150 > 0150, DK DK-2100 > 2100',
      'FI FI-00100 > 00100, AX AX-22100 > 22100, HU H-1051 > 1051, RO 010 011 > 010011, RU 101 000 > 101000, UA 01001',
      'LV LV-1010, LV 1010 > LV-1010, LV lv1010 > LV-1010, LT 01103 > LT-01103, LT LT-01103',
      'AI AI-2640, AI 2640 > AI-2640, AI ai2640 > AI-2640, AI AI 2640 > AI-2640',
      'MD MD-2001, MD 2001 > MD-2001',
      'AD AD500, AD 500 > AD500, AD AD-500 > AD500, HT HT6110, HT 6110 > HT6110, BB 15028 > BB15028, VG VG1110',
      'CL 8320000 > 832-0000, CL 832-0000, IR 1234567890 > 12345-67890, LB 11072180 > 1107 2180, MT VLT1117 > VLT 1117',
      'KY KY11100 > KY1-1100, BM HM12 > HM 12, SA 12345, SA 123456789 > 12345-6789, SA ١٢٣٤٥ > 12345, SA RRRD2929',
      'FK fiqq1zz > FIQQ 1ZZ, SH TDCU 1ZZ, SH STHL 1ZZ, GI GX111AA > GX11 1AA, OM PC 112 > 112',
      'BN BT2328, LI 9498, AU 2000',
      'ES 28001, MX 06000, ZA 8001, NZ 6011, TR 34000, IL 9190401, TH 10110, VN 700000, XK 10000, CY 1010, MC 98000',
    ])
    const wrong = cases.filter(([country, typed, kept]) => readPostalCode(typed, country) !== kept)
    assert.deepEqual(
      wrong.map(([country, typed, kept]) => [country, typed, kept, readPostalCode(typed, country)]),
      [],
    )
  })

  it('that are kept are read again as they are', () => {
    const kept = parse([
      'JP 100-0001, LV LV-1010, GB BFPO 57, BB BB15028, KY KY1-1100, KR 135-080, IE DUBLIN 4, AZ AZ 1000',
    ])
    for (const [country, code] of kept) assert.equal(readPostalCode(code, country), code)
  })

  it('that no form is known of, or more than one, are letters, digits, blanks and hyphens', () => {
    const cases = parse([
      'HK 999077, HK 0, AE 00000, AE none > NONE, GH ga-183-8164 > GA-183-8164, TT 190101, JM 05',
      'LC LC04  101 > LC04 101',
      'KZ A10A5T4, KZ 010000, EG 11511, EG 1234567, KH 120101, MM 1101051, VE 1010-A, PE Lima 18 > LIMA 18, PE 15074',
      'PY 001505, PY 1209, PA 0823-05416, NI 11001, SV 1101, AZ AZ1000, AZ AZ 1000, AZ 1000, SO JH 09010, MZ 1100-01',
    ])
    for (const [country, typed, kept] of cases)
      assert.equal(readPostalCode(typed, country), kept, `${country} ${typed}`)
  })

  it('that surely cannot be are none', () => {
    const cases = parse([
      'GB 12345, GB SW1Y, US 9410, US SW1Y 4JH, US 94103-, DE 1011, DE 101155, DE ABCDE, FR 7500, NL 12 AB, CA 12345',
      'IE 123, PL 1, AT 0010, ES 99001, DE DE, JP 1, BR 1, SV !, AE ?, HK N/A, HK <b>, AE -',
      'AE 123456789012345678901, JP 〒',
    ])
    assert.deepEqual(
      cases.filter(([country, typed]) => readPostalCode(typed, country) !== undefined),
      [],
    )
    for (const blank of ['', ' ', '\u200b', '\u00a0']) assert.equal(readPostalCode(blank, 'HK'), undefined)
  })

  it('are compared by a key, whatever separates them', () => {
    const keys = (country: string, ...codes: string[]) => new Set(codes.map((code) => postalKey(code, country)))
    assert.deepEqual([...keys('LV', 'LV-1010', 'lv1010', '1010', ' 10 10 ')], ['1010'])
    assert.deepEqual([...keys('GB', 'bt1 1aa', 'BT11AA', 'ＢＴ１ １ＡＡ')], ['BT11AA'])
    assert.deepEqual([...keys('JP', '100-0001', '〒1000001')], ['1000001'])
    // Of a code, and of the beginning of one.
    assert(postalKey('KY1-1100', 'KY').startsWith(postalKey('KY1', 'KY')))
    assert(postalKey('35001', 'ES').startsWith(postalKey('35', 'ES')))
    assert.equal(postalKey('IM1 1AA', 'IM'), 'IM11AA')
  })
})
