/** What a mail's texts depend on besides what it is about: the site, and the language of its reader. */
import type { Language } from '@moviebooking/contract/accounts';
import type { Brand } from '../../platform/http/brand.ts';
import { timesIn } from '../../platform/time/cinema-times.ts';
import type { TicketCodes } from '../booking/ticket-code.ts';
import { LOCALES, translatorFor } from './translations.ts';

export interface MailSettings {
  ticketCodes: TicketCodes;
  timeZone: string;
  brand: Brand;
  /** Where links lead. */
  publicUrl: string;
  /** The domain of the sender's address. */
  senderHost: string;
}

export type Reader = ReturnType<typeof readerOf>;

export function readerOf(language: Language, settings: MailSettings) {
  const locale = LOCALES[language];
  const t = translatorFor(language);
  const times = timesIn(settings.timeZone, locale);
  return {
    ...{ ...settings, language, locale, t, times },
    /** "Sunday, 15 November 2026 at 7:30 pm IST". */
    writeTime: (instant: string | Date): string =>
      t('{day} at {time}', { day: times.day(instant), time: times.clockWithZone(instant) }),
    /** "₹250", "₹1,00,000", "₹199.50". */
    writeRupees: (rupees: number): string =>
      new Intl.NumberFormat(locale, {
        ...{ style: 'currency', currency: 'INR' },
        ...(Number.isInteger(rupees) ? { maximumFractionDigits: 0 } : {}),
      }).format(rupees),
  };
}
