import { numbers, push } from './uint32-list.logic.ts';

/** Lists of numbers that only grow. Each list stores its newest entry, and each entry the one before it plus one, or 0. */
export class LinkedLists {
  private readonly heads = numbers();
  private readonly values = numbers();
  private readonly before = numbers();

  add(list: number, value: number): void {
    while (this.heads.length <= list) push(this.heads, 0);
    push(this.values, value);
    push(this.before, this.heads.values[list] ?? 0);
    this.heads.values[list] = this.values.length;
  }

  /** Newest first. */
  each(list: number, visit: (value: number) => void): void {
    for (let entry = this.heads.values[list] ?? 0; entry > 0; entry = this.before.values[entry - 1] ?? 0)
      visit(this.values.values[entry - 1] ?? 0);
  }

  bytes(): number {
    return this.heads.values.byteLength + this.values.values.byteLength + this.before.values.byteLength;
  }
}
