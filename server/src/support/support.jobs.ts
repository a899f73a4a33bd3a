import { randomUUID } from 'node:crypto';
import { memberGone } from '../access/index.ts';
import {
  drainLane,
  eventCopied,
  forgetRawFiles,
  grantRenewed,
  laneReady,
  rawFilesForgotten,
} from '../channels/index.ts';
import { deliveryDue, personReplied, turnDue } from '../conversations/index.ts';
import type { Desk } from '../platform/desk.ts';
import { autoRespondChanged } from '../settings/index.ts';
import { deliver } from './delivery/deliver.actions.ts';
import { erase, type EraseElsewhere } from './erasure/erase.actions.ts';
import { erasureDue } from './erasure/erasure.jobs.ts';
import { giveUp } from './give-up.actions.ts';
import { handleMessage } from './handle-message.actions.ts';
import { unassignDeparted } from './people/unassign-departed.actions.ts';
import { resendUngranted } from './people/dead-letters.actions.ts';
import { learnFromPerson } from './people/learn-from-person.actions.ts';
import { handOverSwitchedOff } from './switched-off.actions.ts';
import { noteCopy, receive, showUnreadMessage } from './receive.actions.ts';
import { considerStopped, stopCopy } from './stop.actions.ts';
import { messageStopped } from './stopped.jobs.ts';

/** Subscribes to the jobs of access, channels, conversations and settings, which do not depend on support. */
export function subscribeSupport(desk: Desk, eraseElsewhere: EraseElsewhere): void {
  desk.jobs.subscribe(laneReady, (key) =>
    drainLane(desk, key, {
      handle: (event, inbound) => receive(desk, event, inbound),
      onCopy: (tx, event, of) => noteCopy(desk, tx, event, of),
      onDeadLetter: (tx, notice) => showUnreadMessage(desk, tx, notice),
    }),
  );
  desk.jobs.subscribe(turnDue, async (of, attempt) => {
    const lease = randomUUID();
    try {
      await handleMessage(desk, of, lease);
    } catch (error) {
      if (attempt.last) await giveUp(desk, of, { need: 'failed', lease });
      throw error;
    }
  });
  desk.jobs.subscribe(eventCopied, (of) => stopCopy(desk, of));
  desk.jobs.subscribe(messageStopped, (stopped) => considerStopped(desk, stopped));
  desk.jobs.subscribe(rawFilesForgotten, (files) => forgetRawFiles(desk, files));
  desk.jobs.subscribe(grantRenewed, (of) => resendUngranted(desk, of));
  desk.jobs.subscribe(deliveryDue, (of, { note }) => deliver(desk, of, note?.begun));
  desk.jobs.subscribe(personReplied, (of) => learnFromPerson(desk, of));
  desk.jobs.subscribe(memberGone, (gone) => unassignDeparted(desk, gone));
  desk.jobs.subscribe(erasureDue, (of) => erase(desk, of, eraseElsewhere));
  desk.jobs.subscribe(autoRespondChanged, ({ organizationId }) => handOverSwitchedOff(desk, { organizationId }));
}
