import { t } from './language.ts';

/** Seats that are marked for wheelchair users and those who come with them. */
export type Place = 'wheelchair' | 'companion';

export const PLACE_NAMES: Record<Place, string> = {
  wheelchair: t('wheelchair space'),
  companion: t('companion seat'),
};
