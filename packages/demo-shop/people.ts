/** A person with an address. All are made up; the domains are reserved for examples. */
export interface Person {
  name: string
  email: string
  address: { name: string; line1: string; city: string; region?: string; postal_code: string; country: string }
}

const names =
  `Amelia Hart, Oliver Bennett, Priya Nair, George Whitfield, Isla McKenna, Noah Carver, Freya Lund, Harriet Moss,
   Samuel Okafor, Elena Petrova, Thomas Ashby, Chloe Lambert, Marcus Reid, Aisha Khan, Lukas Brandt, Sofia Ricci,
   Daniel Osei, Maeve Gallagher, Jonas Keller, Beatrice Vaughan, Hugo Martin, Ines Duarte, Callum Fraser,
   Yuki Tanaka, Rosa Delgado, Edward Pike, Nadia Haddad, William Thorne, Clara Jansen, Owen Pritchard,
   Leila Farouk, Patrick Doyle, Anneke de Vries, Simon Achebe, Ruth Ellery, Matteo Conti, Grace Holloway,
   Felix Bauer, Zara Siddiqui, Arthur Penn, Camille Roux, Joel Sandberg, Tessa Quinn, Victor Almeida,
   Martha Loxley, Ibrahim Sesay, Hannah Voss, Colin Tate, Mina Park`.split(/,\s+/)

/** Weight of a place: most customers of a British shop are British. */
const places: readonly [line: string, city: string, postalCode: string, country: string, region?: string][] = [
  ['Mill Lane', 'Norwich', 'NR1 3AL', 'GB'],
  ['Queen Square', 'Bristol', 'BS1 4ND', 'GB'],
  ['Ousegate', 'York', 'YO1 8RY', 'GB'],
  ['Princes Street', 'Edinburgh', 'EH2 2AN', 'GB'],
  ['Park Place', 'Cardiff', 'CF10 3BB', 'GB'],
  ['Singel', 'Amsterdam', '1012 WN', 'NL'],
  ['Church Road', 'Leeds', 'LS1 4DY', 'GB'],
  ['Botanic Avenue', 'Belfast', 'BT7 1JG', 'GB'],
  ['Lindenstraße', 'Berlin', '10969', 'DE'],
  ['Broad Street', 'Oxford', 'OX1 3AS', 'GB'],
  ['Camden Row', 'Dublin', 'D08 V8N2', 'IE'],
  ['Rue de Sèvres', 'Paris', '75006', 'FR'],
  ['King Street', 'Manchester', 'M2 4WU', 'GB'],
  ['Maple Avenue', 'Portland', '97205', 'US', 'OR'],
  ['Grey Street', 'Newcastle upon Tyne', 'NE1 6AE', 'GB'],
  ['Calle de Atocha', 'Madrid', '28012', 'ES'],
  ['Fore Street', 'Exeter', 'EX4 3AN', 'GB'],
  ['Smith Street', 'Melbourne', '3066', 'AU', 'VIC'],
]

/** The n-th person, equal at every call. There are `distinctNames` names; e-mail addresses are unique. */
export function person(n: number): Person {
  const name = names[n % names.length] ?? raise()
  const round = Math.floor(n / names.length)
  const [line, city, postal_code, country, region] = places[(n * 5 + round) % places.length] ?? raise()
  const mailbox = name.toLowerCase().replaceAll(' ', '.') + (round === 0 ? '' : round + 1)
  return {
    name,
    email: `${mailbox}@${n % 3 === 0 ? 'example.org' : 'example.net'}`,
    address: {
      name,
      line1: `${3 + ((n * 17) % 90)} ${line}`,
      city,
      postal_code,
      country,
      ...(region !== undefined && { region }),
    },
  }
}

function raise(): never {
  throw new Error('there is no such place')
}
