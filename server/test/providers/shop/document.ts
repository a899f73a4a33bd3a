/** The shop's OpenAPI document. All references are internal, and one schema refers to itself. */
export const shopDocument = (order: Record<string, unknown> = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example.com' }],
  security: [{ token: [] }],
  paths: {
    '/orders/{number}': {
      parameters: [{ name: 'number', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'getOrder',
        summary: 'One order',
        responses: {
          200: {
            description: 'The order',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Found' } } },
          },
        },
      },
    },
    '/orders/{number}/cancel': {
      parameters: [{ name: 'number', in: 'path', required: true, schema: { type: 'string' } }],
      post: { operationId: 'cancelOrder', responses: { 200: { description: 'Done' } } },
    },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Found: { type: 'object', properties: { order: { $ref: '#/components/schemas/Order' } } },
      Order: {
        type: 'object',
        properties: {
          number: { type: 'string' },
          state: { type: 'string' },
          eta: { type: ['string', 'null'] },
          customer: { type: 'object', properties: { email: { type: 'string' } } },
          replaces: { $ref: '#/components/schemas/Order' },
          ...order,
        },
      },
    },
  },
});
