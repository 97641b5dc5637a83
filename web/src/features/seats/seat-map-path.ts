/** In its own file, because the first page needs nothing else of the calls about seats. */
export const seatMapPath = (showId: number | string) => `/bookings/seats/${showId}`;
