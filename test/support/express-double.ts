/** What the program of the README uses of Express, which is no dependency of ours. */
export const expressDouble = {
  'package.json': '{"name": "express", "type": "module", "exports": "./express.js"}',
  'express.js': `import { createServer } from 'node:http'
    const raw = () => (request, response, next) => {
      const chunks = []
      request.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
        request.body = Buffer.concat(chunks)
        next()
      })
    }
    export default Object.assign(() => {
      let steps = []
      const sendStatus = (response) => (status) => response.writeHead(status).end()
      return {
        post: (path, ...given) => { steps = given },
        listen: (port, done) => createServer((request, response) => {
          response.sendStatus = sendStatus(response)
          const run = (index) => steps[index](request, response, () => run(index + 1))
          run(0)
        }).listen(port, done),
      }
    }, { raw })`,
}
