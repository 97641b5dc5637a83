import { t } from '../lib/language.ts';

/** Explains the asterisks of a form that also has optional fields. Screen readers say “required” at each field. */
export const RequiredNote = () => (
  <p aria-hidden className="text-muted text-sm">
    <span className="text-danger">*</span> {t('Required')}
  </p>
);
