import { useSyncExternalStore } from 'react';
import { currentStanding, watchStanding, type Standing } from '../../api/session.ts';

/** The signed-in person; renders again when that changes. */
export const useStanding = (): Standing => useSyncExternalStore(watchStanding, currentStanding);
