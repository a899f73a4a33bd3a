import type { SchemaOperation } from '@desk/contract/connectors';
import type { CreateTemplate, TemplateInput } from '@desk/contract/templates';

/** Each operation as the template that people might make of it; a body has to be written by them. */
export const candidatesOf = (operations: readonly SchemaOperation[]): CreateTemplate[] => operations.map(candidateOf);

function candidateOf({ id, method, path, summary, parameters, fields }: SchemaOperation): CreateTemplate {
  const needed = parameters.filter((each) => each.in === 'path' || (each.in === 'query' && each.required));
  const inputs = needed.map(({ name, type }): TemplateInput => ({
    name: inputName(name),
    type: isInputType(type) ? type : 'string',
    required: true,
    source: 'message',
  }));
  const query = needed.filter((each) => each.in === 'query').map(({ name }) => [name, `{${inputName(name)}}`]);
  const plain = fields.filter(({ type, path: place }) => scalars.has(type) && place !== '' && !place.includes('*'));
  const output = plain.slice(0, 20).map(({ path: place }) => [inputName(place.slice(1)), place]);
  return {
    name: templateName(id),
    description: summary,
    method: method as CreateTemplate['method'],
    path: path.replaceAll(/\{([^}]*)\}/g, (_whole, name: string) => `{${inputName(name)}}`),
    ...(query.length > 0 ? { query: Object.fromEntries(query) as Record<string, string> } : {}),
    inputs,
    output: Object.fromEntries(output) as Record<string, string>,
    effect: method === 'GET' ? 'read' : 'write',
  };
}

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
