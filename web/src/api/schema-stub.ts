// Stands in for `typebox` in the browser (vite.config.ts): endpoints keep their method and path, their schemas are empty.
const makeSchema = (_: object, name: string) => (members?: unknown) =>
  name === 'Object' ? { properties: members } : {};

// The same form as the package that it stands in for.
// oxlint-disable-next-line import/no-default-export
export default new Proxy({}, { get: (target, name) => makeSchema(target, String(name)) });
