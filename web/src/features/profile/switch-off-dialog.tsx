import { useRef } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { switchTotpOff } from './api.ts';
import { PasswordStep } from './password-step.tsx';

interface SwitchOffDialogProps {
  isOpen: boolean;
  onClose: () => void;
  isRequired: boolean;
}

export function SwitchOffDialog({ isOpen, onClose, isRequired }: SwitchOffDialogProps) {
  const password = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      initialFocus={password}
      title="Switch the second factor off"
      description={`Your password alone will be enough to log in. The app’s codes and your recovery codes stop working.${
        isRequired ? ' The admin area is closed to you until you have set it up again.' : ''
      }`}
    >
      <div className="mt-5">
        <PasswordStep
          field={password}
          send={async (typed) => {
            await switchTotpOff(typed);
            onClose();
            showToast('The second factor is off.');
          }}
          submitLabel="Switch off"
          busyLabel="Switching off..."
          fallback="The second factor could not be switched off. Please try again."
          onCancel={onClose}
        />
      </div>
    </Dialog>
  );
}
