/**
 * The user's city, for the header, the movies and their showtimes. One rule: a city in the address, as in a shared link, is
 * the city of this visit (this tab) and changes nothing that is remembered; without one, the remembered city applies. A city
 * without upcoming shows means all cities. Only a choice is remembered; it also ends the visit to the link's city.
 */
import { MAX_CITY } from '@moviebooking/contract/limits';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useAddress } from './address.ts';
import { storage, tabStorage } from './storage.ts';

/** boot.js reads this key in both storages. */
const KEY = 'city';
const OFFERED_KEY = 'cities';

interface CityState {
  /** '' means all cities; null means that the user hasn't answered yet. */
  remembered: string | null;
  /** From the address. */
  ofVisit: string | null;
  /** The cities with upcoming shows, as last seen. Null until a list of movies has loaded. */
  offered: string[] | null;
}

function storedOffer(): string[] | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(OFFERED_KEY) ?? 'null');
    return Array.isArray(stored) ? stored.filter((city) => typeof city === 'string') : null;
  } catch {
    return null;
  }
}

const useCityState = create<CityState>(() => ({
  remembered: storage.getItem(KEY),
  ofVisit: tabStorage.getItem(KEY),
  offered: storedOffer(),
}));

export const isSameCity = (city: string) => (other: string) => other.toLowerCase() === city.toLowerCase();

/** Keeps the cities that a list of movies offers, for the header of every page. */
export function noteCities(offered: string[] | undefined): void {
  const text = JSON.stringify(offered);
  if (!offered || text === JSON.stringify(useCityState.getState().offered)) return;
  storage.setItem(OFFERED_KEY, text);
  useCityState.setState({ offered });
}

export function useCity() {
  const { value, page, setFilters } = useAddress();
  const { remembered, ofVisit, offered } = useCityState();
  const inAddress = value('city').slice(0, MAX_CITY);
  useEffect(() => {
    if (!inAddress) return;
    tabStorage.setItem(KEY, inAddress);
    useCityState.setState({ ofVisit: inAddress });
  }, [inAddress]);

  const wanted = inAddress || (ofVisit ?? remembered ?? '');
  return {
    /** The city that applies, with or without upcoming shows. '' means all cities. */
    wanted,
    /** The same, but '' if the city is known to have no upcoming shows. */
    city: offered ? (offered.find(isSameCity(wanted)) ?? '') : wanted,
    offered,
    isUnanswered: remembered === null && wanted === '',
    /** Also changes these filters in the address. */
    choose(city: string, filters: Record<string, string> = {}): void {
      storage.setItem(KEY, city);
      tabStorage.removeItem(KEY);
      useCityState.setState({ remembered: city, ofVisit: null });
      if (inAddress || page > 1 || Object.keys(filters).length > 0) setFilters({ city: '', ...filters });
    },
  };
}
