import { openedTags } from './xml.logic.ts';

/** The names of the parts that a part refers to, by the ids of its relations (ECMA-376 part 2, §9.3). */
export const targetsOf = (relations: string, folder: string): Map<string, string> =>
  new Map(
    openedTags(relations, 'Relationship').map((each) => {
      const target = each.get('Target') ?? '';
      return [each.get('Id') ?? '', target.startsWith('/') ? target.slice(1) : folder + target];
    }),
  );
