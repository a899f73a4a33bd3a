// Stands in for `typebox` in the browser (vite.config.ts): endpoints keep their method and path, their schemas say nothing.
// `Type.IsObject(…)` and its like answer no, so that code of the contract which takes schemas apart comes to an end.
const makeSchema = (_: object, name: string | symbol) => {
  if (String(name).startsWith('Is')) return () => false;
  return (members?: unknown) => ({ properties: name === 'Object' ? members : {} });
};

// The same form as the package that it stands in for.
// oxlint-disable-next-line import/no-default-export
export default new Proxy({}, { get: makeSchema });
