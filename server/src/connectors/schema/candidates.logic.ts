import type { SchemaOperation } from '@desk/contract/connectors';
import type { CreateTemplate, TemplateInput } from '@desk/contract/templates';
import { storableBeginning } from '../../platform/text/storable.logic.ts';
import { holesOf } from '../templates/placeholders.logic.ts';
import { definitionOf, faultsOfTemplate } from '../templates/template.logic.ts';

/**
 * Turns each operation into the template that people might make of it; they have to write the body themselves. The names
 * avoid those in `taken`, so that each template can be created unchanged. Operations that no template can request are left out.
 */
export function candidatesOf(operations: readonly SchemaOperation[], taken: readonly string[]): CreateTemplate[] {
  const free = freeNames(taken);
  return operations
    .filter(({ path }) => path.startsWith('/') && path.length <= longestPath)
    .map((operation) => candidateOf(operation, templateName(operation.id)))
    .filter((candidate) => faultsOfTemplate(definitionOf(candidate)).length === 0)
    .map((candidate) => ({ ...candidate, name: free(candidate.name) }));
}

const longestPath = 1000;

/** Continues each name's numbers instead of starting over: a document may give thousands of operations the same name. */
function freeNames(taken: readonly string[]): (name: string) => string {
  const names = new Set(taken.map((name) => name.toLowerCase()));
  const last = new Map<string, number>();
  return (wanted) => {
    const key = wanted.toLowerCase();
    let number = last.get(key) ?? 1;
    let name = wanted;
    for (; names.has(name.toLowerCase()); name = `${storableBeginning(wanted, 80 - 7).trim()} ${number}`) number += 1;
    last.set(key, number);
    names.add(name.toLowerCase());
    return name;
  };
}

function candidateOf(operation: SchemaOperation, name: string): CreateTemplate {
  const { method, path, summary, parameters, fields } = operation;
  const needed = parameters.filter((each) => each.in === 'path' || (each.in === 'query' && each.required));
  const { route, fixed } = partsOfPath(path);
  const filled = route.replaceAll(/\{([^}]*)\}/g, (_whole, place: string) => `{${inputName(place)}}`);
  const types = new Map(needed.map((each) => [inputName(each.name), each.type]));
  // Not every document declares the parameters of its paths.
  const inputs = [...new Set([...types.keys(), ...holesOf(filled)])].map((input) => inputOf(input, types.get(input)));
  const queryInputs = needed
    .filter((each) => each.in === 'query')
    .map((each) => [each.name, `{${inputName(each.name)}}`]);
  const query = [...fixed, ...queryInputs];
  // A large response has too many fields to show: the important ones are near the top, links and details further down.
  const plain = fields
    .filter(({ type, path: place }) => isTold(type, place))
    .toSorted((one, other) => depthOf(one.path) - depthOf(other.path));
  const output = plain.slice(0, 20).map(({ path: place }) => [inputName(place.slice(1)), place]);
  return {
    name,
    description: summary,
    method: method as CreateTemplate['method'],
    path: filled,
    ...(query.length > 0 ? { query: Object.fromEntries(query) as Record<string, string> } : {}),
    inputs,
    output: Object.fromEntries(output) as Record<string, string>,
    effect: method === 'GET' ? 'read' : 'write',
  };
}

/** Some documents distinguish operations of one path by a fragment, which no request carries, or by query parameters. */
export function partsOfPath(path: string): { route: string; fixed: [name: string, value: string][] } {
  const [route = '', query = ''] = (path.split('#')[0] ?? path).split('?');
  return { route, fixed: [...new URLSearchParams(query)] };
}

const inputOf = (name: string, type = 'string'): TemplateInput => ({
  name,
  type: isInputType(type) ? type : 'string',
  required: true,
  source: 'message',
});

const longestPointer = 500;
const isTold = (type: string, place: string) =>
  scalars.has(type) && place !== '' && place.length <= longestPointer && !place.includes('*');

const depthOf = (place: string) => place.split('/').length;

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
  storableBeginning(id.replaceAll(/[.{}|/]+/g, ' ').trim(), 80).trim() || 'operation';
