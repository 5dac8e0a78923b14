/** Part of `npm run screenshots`: the pictures of what a shop sells. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { type Picture, pictureFor, pictureOf, picturesFolder } from '#demo-shop'
import type { TestApp } from '#test/support/app.ts'
import type { TestMerchant } from '#test/support/factories.ts'

type Owner = Pick<TestMerchant, 'owner'>

/** Answers the id of the picture. */
async function addPicture(service: TestApp, { owner }: Owner, { name, alt }: Picture): Promise<string> {
  const body = await readFile(new URL(`${name}.webp`, picturesFolder))
  const headers = { ...owner.headers, 'content-type': 'image/webp' }
  const added = await service.app.inject({ method: 'POST', url: '/admin/media', headers, payload: body })
  assert.equal(added.statusCode, 201, added.body)
  const { id } = added.json().data
  await service.request('PATCH', `/admin/media/${id}`, { headers: owner.headers, body: { alt } })
  return id
}

async function give(service: TestApp, { owner: { headers } }: Owner, path: string, media: string[]): Promise<void> {
  const { status, body } = await service.request('PATCH', path, { headers, body: { media } })
  assert.equal(status, 200, JSON.stringify(body))
}

/** Draws each product of a shop that is no variant. */
export async function drawProducts(service: TestApp, shop: Owner): Promise<void> {
  const { headers } = shop.owner
  const { body } = await service.request('GET', '/admin/products?variants=all&limit=100', { headers })
  for (const { id, name, category, group_id } of body.data.items) {
    if (group_id !== null) continue
    await give(service, shop, `/admin/products/${id}`, [
      await addPicture(service, shop, pictureFor({ name, category })),
    ])
  }
}

export async function drawCollections(service: TestApp, shop: Owner, ids: readonly string[]): Promise<void> {
  const pictures = [pictureOf('gift', 'turquoise'), pictureOf('heart', 'pink')]
  for (const [at, id] of ids.entries()) {
    const picture = pictures[at % pictures.length] ?? pictureOf('star', 'gold')
    await give(service, shop, `/admin/collections/${id}`, [await addPicture(service, shop, picture)])
  }
}

const shirtColours = { White: 'white', Navy: 'blue', Sand: 'ivory', Rust: 'orange' } as const

/** A picture for each colour of a group, which its variants show; and one of all of them. */
export async function drawShirt(
  service: TestApp,
  shop: Owner,
  group: { id: string; variants: readonly { id: string; options: Record<string, string> }[] },
): Promise<void> {
  const media: string[] = []
  for (const [colour, paint] of Object.entries(shirtColours)) {
    const picture = await addPicture(service, shop, {
      ...pictureOf('shirt', paint),
      alt: `A ${colour.toLowerCase()} shirt`,
    })
    media.push(picture)
    for (const { id, options } of group.variants)
      if (options['Colour'] === colour) await give(service, shop, `/admin/products/${id}`, [picture])
  }
  media.push(await addPicture(service, shop, { ...pictureOf('frame', 'green'), alt: 'The weaver at her loom' }))
  await give(service, shop, `/admin/product-groups/${group.id}`, media)
}
