/** Seats that are marked for wheelchair users and those who come with them. */
export type Place = 'wheelchair' | 'companion';

export const PLACE_NAMES: Record<Place, string> = { wheelchair: 'wheelchair space', companion: 'companion seat' };
