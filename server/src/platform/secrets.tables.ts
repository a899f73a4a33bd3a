declare module './database.ts' {
  interface Tables {
    key_canary: KeyCanaryTable;
  }
}

interface KeyCanaryTable {
  id: 1;
  canary_sealed: string;
}

export {};
