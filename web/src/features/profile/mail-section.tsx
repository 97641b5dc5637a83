import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { t } from '../../lib/language.ts';
import { ProblemBanner } from '../../ui/banner.tsx';
import { profileQuery, saveWantedMails, type WantedMail } from './api.ts';
import { Section } from './section.tsx';
import { WANTED_MAILS } from './wording.ts';

/** Renders nothing if the server sends no mail, or until that is known. */
export function MailSection() {
  const { data } = useQuery(profileQuery);
  /** Shown before they are saved, and not if that fails. */
  const [chosen, setChosen] = useState<Partial<Record<WantedMail, boolean>>>({});
  const { mutate, error } = useMutation({
    // One after the other, so that the last choice wins.
    scope: { id: 'wanted mails' },
    mutationFn: saveWantedMails,
    onError: () => setChosen({}),
  });
  if (!data?.sendsMail) return null;
  const choose = (choice: typeof chosen) => {
    setChosen({ ...chosen, ...choice });
    mutate(choice);
  };
  return (
    <Section
      title={t('Optional mails')}
      about={<p>{t('We always mail your tickets and any changes to your shows. These mails are up to you.')}</p>}
    >
      <div className="flex flex-col gap-4">
        {(Object.keys(WANTED_MAILS) as WantedMail[]).map((name) => (
          <label key={name} className="flex cursor-pointer gap-3">
            <input
              type="checkbox"
              aria-labelledby={`${name}-label`}
              aria-describedby={`${name}-about`}
              // A server of the last release leaves the field out.
              checked={chosen[name] ?? data.user[name] !== false}
              onChange={({ target }) => choose({ [name]: target.checked })}
              className="mt-0.5 size-4.5 shrink-0"
            />
            <span>
              <span id={`${name}-label`} className="block font-semibold">
                {WANTED_MAILS[name].label}
              </span>
              <span id={`${name}-about`} className="block text-pretty text-muted text-sm">
                {WANTED_MAILS[name].about}
              </span>
            </span>
          </label>
        ))}
        <ProblemBanner problem={error && messageOf(error, t("Your choice couldn't be saved. Please try again."))} />
      </div>
    </Section>
  );
}
