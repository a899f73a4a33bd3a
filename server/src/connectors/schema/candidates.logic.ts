import type { SchemaOperation } from '@desk/contract/connectors';
import type { CreateTemplate, TemplateInput } from '@desk/contract/templates';

/**
 * Each operation as the template that people might make of it; a body has to be written by them. Their names are none of
 * those that are `taken`, so that each can be created as it is.
 */
export function candidatesOf(operations: readonly SchemaOperation[], taken: readonly string[]): CreateTemplate[] {
  const free = freeNames(taken);
  return operations.map((operation) => candidateOf(operation, free(templateName(operation.id))));
}

/** Numbers go on where they ended: a document may name thousands of operations alike. */
function freeNames(taken: readonly string[]): (name: string) => string {
  const names = new Set(taken.map((name) => name.toLowerCase()));
  const last = new Map<string, number>();
  return (wanted) => {
    const key = wanted.toLowerCase();
    let number = last.get(key) ?? 1;
    let name = wanted;
    for (; names.has(name.toLowerCase()); name = `${wanted.slice(0, 80 - 7).trim()} ${number}`) number += 1;
    last.set(key, number);
    names.add(name.toLowerCase());
    return name;
  };
}

function candidateOf(operation: SchemaOperation, name: string): CreateTemplate {
  const { method, path, summary, parameters, fields } = operation;
  const needed = parameters.filter((each) => each.in === 'path' || (each.in === 'query' && each.required));
  const inputs = needed.map(({ name: parameter, type }): TemplateInput => ({
    name: inputName(parameter),
    type: isInputType(type) ? type : 'string',
    required: true,
    source: 'message',
  }));
  const query = needed.filter((each) => each.in === 'query').map((each) => [each.name, `{${inputName(each.name)}}`]);
  const plain = fields.filter(({ type, path: place }) => scalars.has(type) && place !== '' && !place.includes('*'));
  const output = plain.slice(0, 20).map(({ path: place }) => [inputName(place.slice(1)), place]);
  return {
    name,
    description: summary,
    method: method as CreateTemplate['method'],
    path: withoutFragment(path).replaceAll(/\{([^}]*)\}/g, (_whole, place: string) => `{${inputName(place)}}`),
    ...(query.length > 0 ? { query: Object.fromEntries(query) as Record<string, string> } : {}),
    inputs,
    output: Object.fromEntries(output) as Record<string, string>,
    effect: method === 'GET' ? 'read' : 'write',
  };
}

/** Some documents tell operations of one path apart by a fragment, which no request carries. */
export const withoutFragment = (path: string): string => path.split('#')[0] ?? path;

const scalars = new Set(['string', 'integer', 'number', 'boolean']);
const isInputType = (type: string): type is TemplateInput['type'] => scalars.has(type);

function inputName(name: string): string {
  const plain = name
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 60);
  return plain || 'value';
}

const templateName = (id: string) =>
  id
    .replaceAll(/[.{}|/]+/g, ' ')
    .trim()
    .slice(0, 80)
    .trim() || 'operation';
