export const en = {
  revision: 'Revision {n}',
  current: 'In force',
  by: 'by {name}',
  unknown: 'by somebody who was not noted',
  oldest: 'The oldest state that is kept.',
  unchanged: 'Nothing differs from the state before it.',
  restore: 'Restore',
  restoreRevision: 'Restore revision {n}',
  restoreTitle: 'Restore revision {n}?',
  restored: 'Restored',
} as const;
