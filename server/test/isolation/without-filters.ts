import {
  BinaryOperationNode,
  ColumnNode,
  OperationNodeTransformer,
  OperatorNode,
  type RawNode,
  ReferenceNode,
  ValueNode,
  type KyselyPlugin,
  type OperationNode,
} from 'kysely';
import type { Db } from '../../src/platform/database/database.ts';

/**
 * Wraps a database so that every `organization_id = …` of the stores can be made true for all rows: then only row-level security
 * keeps organizations apart. Tables without row-level security keep their filter.
 */
export function withRemovableFilters(db: Db, filters: { removed: boolean }): Db {
  const transformer = new FilterRemover();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) =>
      filters.removed && !globalRegistry.test(JSON.stringify(node))
        ? (transformer.transformNode(node) as typeof node)
        : node,
    transformResult: async ({ result }) => result,
  };
  return { ...db, kysely: db.kysely.withPlugin(plugin) };
}

const globalRegistry = /"(provider_account|webhook_secret_owner|verified_email_domain|email_inbound_address)"/;

class FilterRemover extends OperationNodeTransformer {
  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    const isFilter =
      columnOf(node.leftOperand) === 'organization_id' &&
      OperatorNode.is(node.operator) &&
      node.operator.operator === '=' &&
      ValueNode.is(node.rightOperand);
    if (!isFilter) return super.transformBinaryOperation(node);
    return BinaryOperationNode.create(node.leftOperand, OperatorNode.create('is not'), ValueNode.createImmediate(null));
  }

  // Written SQL: `… organization_id = ${id} …` becomes `… (true or organization_id = ${id}) …`.
  protected override transformRaw(node: RawNode): RawNode {
    const fragments = [...super.transformRaw(node).sqlFragments];
    for (let at = 0; at + 1 < fragments.length; at++) {
      const filter = /\b(\w+\.)?organization_id = $/.exec(fragments[at] ?? '');
      if (!filter) continue;
      fragments[at] = `${fragments[at]?.slice(0, filter.index)}(true or ${filter[0]}`;
      fragments[at + 1] = `)${fragments[at + 1]}`;
    }
    return { ...super.transformRaw(node), sqlFragments: fragments };
  }
}

function columnOf(node: OperationNode): string | undefined {
  if (ColumnNode.is(node)) return node.column.name;
  return ReferenceNode.is(node) && ColumnNode.is(node.column) ? node.column.column.name : undefined;
}
