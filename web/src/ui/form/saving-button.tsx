import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import { useOnline } from '../data/online.ts';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';

interface SavingButtonProps extends ButtonProps {
  type?: 'button' | 'submit';
  onClick?: () => void;
  title?: string;
  'aria-label'?: string;
}

/** A button that changes something. Without a network it is disabled and gives the reason. */
export function SavingButton({ disabled = false, title, ...button }: SavingButtonProps) {
  const t = useWords(kitWords);
  const online = useOnline();
  if (online) return <Button type="button" disabled={disabled} {...button} {...(title ? { title } : {})} />;
  return (
    <Tooltip label={t('offlineAction')}>
      <span tabIndex={0}>
        <Button type="button" {...button} disabled />
      </span>
    </Tooltip>
  );
}

/** Submits a form. */
export const SubmitButton = (button: ButtonProps) => <SavingButton type="submit" {...button} />;
