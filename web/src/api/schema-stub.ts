// Replaces `typebox` in the browser (vite.config.ts): endpoints keep their method and path, their schemas are empty. `Type.IsObject(…)`
// and its like return false, so that code of the contract that walks schemas terminates.
const makeSchema = (_: object, name: string | symbol) => {
  if (String(name).startsWith('Is')) return () => false;
  return (members?: unknown) => ({ properties: name === 'Object' ? members : {} });
};

// A default export, like that of the package it replaces.
// oxlint-disable-next-line import/no-default-export
export default new Proxy({}, { get: makeSchema });
