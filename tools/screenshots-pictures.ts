/** Part of `npm run screenshots`: the pictures of what a shop sells. */
import assert from 'node:assert/strict'
import sharp from 'sharp'
import { type Drawing, draw, drawingOf } from '#src/app/demo/pictures/drawings.ts'
import type { TestApp } from '#test/support/app.ts'
import type { TestMerchant } from '#test/support/factories.ts'

type Owner = Pick<TestMerchant, 'owner'>

/** Answers the id of the picture. */
async function addDrawing(service: TestApp, { owner }: Owner, { svg, alt }: Drawing): Promise<string> {
  const body = await sharp(Buffer.from(svg)).png().toBuffer()
  const headers = { ...owner.headers, 'content-type': 'image/png' }
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
    await give(service, shop, `/admin/products/${id}`, [await addDrawing(service, shop, drawingOf({ name, category }))])
  }
}

export async function drawCollections(service: TestApp, shop: Owner, ids: readonly string[]): Promise<void> {
  const drawings = [draw('gift', 'turquoise', 'stripes'), draw('heart', 'pink')]
  for (const [at, id] of ids.entries()) {
    const drawing = drawings[at % drawings.length] ?? draw('star', 'gold')
    await give(service, shop, `/admin/collections/${id}`, [await addDrawing(service, shop, drawing)])
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
    const picture = await addDrawing(service, shop, { ...draw('shirt', paint), alt: `A ${colour.toLowerCase()} shirt` })
    media.push(picture)
    for (const { id, options } of group.variants)
      if (options['Colour'] === colour) await give(service, shop, `/admin/products/${id}`, [picture])
  }
  media.push(await addDrawing(service, shop, { ...draw('frame', 'green'), alt: 'The weaver at her loom' }))
  await give(service, shop, `/admin/product-groups/${group.id}`, media)
}
