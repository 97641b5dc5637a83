import type { Language } from '@moviebooking/contract/accounts';
import { cx } from '../../lib/cx.ts';
import { language, switchLanguage, t } from '../../lib/language.ts';
import { useSession } from '../../lib/session.ts';
import { showToast } from '../../ui/toast.tsx';
import { saveLanguage } from './api.ts';

/** Switches the language of the app and of the user's mails. Named in both languages, for those who can't read this one. */
export function LanguageSelect({ className }: { className?: string }) {
  const token = useSession((session) => session.token);
  const choose = (chosen: Language) => {
    if (!token) return switchLanguage(chosen);
    const refused = () => showToast(t("Your language couldn't be saved. Please try again."), 'danger');
    saveLanguage(chosen, token).catch(refused);
  };
  return (
    <select
      aria-label="English / हिन्दी"
      value={language}
      onChange={({ target }) => choose(target.value as Language)}
      className={cx('h-11 cursor-pointer rounded-md px-1.5 font-semibold text-sm hover:bg-sunken', className)}
    >
      <option value="en" lang="en">
        English
      </option>
      <option value="hi" lang="hi">
        हिन्दी
      </option>
    </select>
  );
}
