import { useParams } from 'react-router';
import { isShowId, SeatPage } from '../customer/seat-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

export function AdminSeatPage() {
  return isShowId(Number(useParams().showId)) ? <SeatPage /> : <NotFoundPage />;
}
