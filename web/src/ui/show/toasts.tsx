import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { mostToasts } from './toast.tsx';

/** The place where toasts appear. */
export function Toasts() {
  // At the lower right, and on a phone at the lower edge, a toast would cover the buttons that send and save.
  const narrow = useMediaQuery('(width < 48em)', undefined, { getInitialValueInEffect: false });
  return <Notifications position={narrow ? 'top-center' : 'bottom-left'} limit={mostToasts} />;
}
