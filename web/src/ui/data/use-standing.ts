import { useSyncExternalStore } from 'react';
import { currentStanding, watchStanding, type Standing } from '../../api/session.ts';

/** Who is signed in; renders again when that changes. */
export const useStanding = (): Standing => useSyncExternalStore(watchStanding, currentStanding);
