import { Button, type ButtonProps } from '@mantine/core';
import { confirm } from '../show/confirm.tsx';
import { Needs } from '../states/forbidden.tsx';

interface DeleteButtonProps extends ButtonProps {
  /** The verb on this button and in the dialog. */
  label: string;
  question: { title: string; text: string };
  onSure: () => void;
}

/** For workspace admins: deletes something after a confirmation. */
export function DeleteButton({ label, question, onSure, ...buttonProps }: DeleteButtonProps) {
  const ask = async () => {
    if (await confirm({ ...question, confirm: label, dangerous: true })) onSure();
  };
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button variant="default" {...buttonProps} disabled={disabled} onClick={() => void ask()}>
          {label}
        </Button>
      )}
    </Needs>
  );
}
