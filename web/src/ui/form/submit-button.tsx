import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import { useOnline } from '../data/online.ts';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';

/** What sends a form. Without a network it says so, before somebody has pressed it for nothing. */
export function SubmitButton({ disabled = false, ...button }: ButtonProps) {
  const t = useWords(kitWords);
  const online = useOnline();
  if (online) return <Button type="submit" disabled={disabled} {...button} />;
  return (
    <Tooltip label={t('offlineAction')}>
      <span tabIndex={0}>
        <Button type="submit" fullWidth disabled {...button} />
      </span>
    </Tooltip>
  );
}
