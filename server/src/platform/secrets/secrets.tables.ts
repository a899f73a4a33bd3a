declare module '../database/database.ts' {
  interface Tables {
    key_canary: KeyCanaryTable;
    pepper: PepperTable;
  }
}

interface KeyCanaryTable {
  id: 1;
  canary_sealed: string;
}

interface PepperTable {
  id: 1;
  pepper_sealed: string | null;
}

export {};
