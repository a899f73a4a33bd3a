export const en = {
  save: 'Save as a case',
  saved: '“{name}” is a case of the suite now.',
} as const;
