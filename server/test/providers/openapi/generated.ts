const words = 'Words that explain what this field is for, at some length, as real documents do it. '.repeat(3);

/** A document of about four megabytes: hundreds of resources with cyclic references and alternatives. */
export function largeDocument({ resources = 1_000, operations = 900 } = {}): string {
  const ref = (number: number) => ({ $ref: `#/components/schemas/resource${number % resources}` });
  const plain = Array.from({ length: 8 }, (_, at) => [`field_${at}`, { type: 'string', description: words }]);
  const schemas = Array.from({ length: resources }, (_, at) => [
    `resource${at}`,
    {
      type: 'object',
      properties: {
        id: { type: 'string' },
        state: { type: 'string', enum: ['open', 'paid', 'void'] },
        customer: { nullable: true, anyOf: [{ type: 'string' }, ref(at + 1), ref(at * 7 + 3)] },
        lines: { type: 'object', properties: { data: { type: 'array', items: ref(at * 3 + 1) } } },
        parent: { allOf: [ref(at * 5 + 2)] },
        ...Object.fromEntries(plain),
      },
    },
  ]);
  const paths = Array.from({ length: operations }, (_, at) => [
    `/v1/resource${at}/{id}`,
    {
      get: {
        operationId: `getResource${at}`,
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: words, content: { 'application/json': { schema: ref(at) } } } },
      },
    },
  ]);
  return JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'Large', version: '1' },
    security: [{ key: [] }],
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  });
}
