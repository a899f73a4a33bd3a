import type { Session } from '@desk/contract/access';
import { useNavigate } from '@tanstack/react-router';
import { safeReturn } from '../api/address.logic.ts';
import { beginSession } from '../api/session.ts';

/** Begins the session and opens the page that was requested before the sign-in. */
export function useEnter(returnTo: string | undefined): (session: Session) => void {
  const navigate = useNavigate();
  return (session) => {
    beginSession(session);
    void navigate({ href: safeReturn(returnTo), replace: true });
  };
}
