/** The slots of a queue in this process, and the organizations whose jobs are in them. */
export interface Slots {
  /** One noisy organization may not take every slot while others wait. */
  readonly mostOfOne: number;
  readonly free: number;
  readonly taken: number;
  /** Whether the organization has as many slots as it may take. False for jobs of no organization, which may take all. */
  hasAll(organizationId: string | undefined): boolean;
  /** Takes a slot. Returns the function that gives it back; calling it again does nothing. */
  take(organizationId: string | undefined): () => void;
  /** Resolves when all slots that are taken now have been given back. */
  allFree(): Promise<unknown>;
}

/** `onFree` is called when a slot has been given back. */
export function createSlots(concurrency: number, onFree: () => void): Slots {
  const taken = new Set<{ organizationId: string | undefined; given: Promise<void> }>();
  const mostOfOne = Math.max(1, Math.ceil(concurrency / 2));
  return {
    mostOfOne,
    get free() {
      return concurrency - taken.size;
    },
    get taken() {
      return taken.size;
    },
    hasAll: (organizationId) =>
      organizationId !== undefined &&
      [...taken].filter((slot) => slot.organizationId === organizationId).length >= mostOfOne,
    take(organizationId) {
      const { promise: given, resolve } = Promise.withResolvers<void>();
      const slot = { organizationId, given };
      taken.add(slot);
      return () => {
        if (!taken.delete(slot)) return;
        resolve();
        onFree();
      };
    },
    allFree: () => Promise.all([...taken].map((slot) => slot.given)),
  };
}
