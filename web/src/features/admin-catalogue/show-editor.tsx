import { type Screen, type Show, showInput } from '@moviebooking/contract/catalogue';
import { MAX_PRICE_RUPEES } from '@moviebooking/contract/money';
import { z } from 'zod';
import { fromDateTimeField, toDateTimeField } from '../../lib/figures.ts';
import { TextField } from '../../ui/text-field.tsx';
import { Choice, Editor, numberOrNull, textOf } from './editor.tsx';
import type { Manager } from './use-manager.ts';

interface ShowEditorProps {
  manager: Manager<Show>;
  movieOptions: { value: string; label: string }[];
  screens: Screen[];
  /** The movie that the list is narrowed to is the likely one for a new show. */
  chosenMovie: string;
}

const ALL_REQUIRED = 'All fields are required';
const filledIn = z.object({
  movieId: z.number(ALL_REQUIRED),
  screenId: z.number(ALL_REQUIRED),
  startTime: z.string(ALL_REQUIRED),
  price: z.number(ALL_REQUIRED),
});

export function ShowEditor({ manager, movieOptions, screens, chosenMovie }: ShowEditorProps) {
  return (
    <Editor
      manager={manager}
      titles={{ add: 'Schedule New Show', edit: 'Edit Show' }}
      submitLabels={{ add: 'Schedule', edit: 'Update' }}
      draftOf={(show) => ({
        movieId: show ? textOf(show.movieId) : chosenMovie,
        screenId: textOf(show?.screenId),
        startTime: show ? toDateTimeField(show.startTime) : '',
        price: textOf(show?.price),
      })}
      inputOf={(draft) => ({
        movieId: numberOrNull(draft.movieId),
        screenId: numberOrNull(draft.screenId),
        startTime: fromDateTimeField(draft.startTime),
        price: numberOrNull(draft.price),
      })}
      schema={filledIn.pipe(showInput)}
    >
      {(form) => (
        <>
          <Choice form={form} name="movieId" label="Movie" placeholder="Select a movie" options={movieOptions} />
          <Choice
            form={form}
            name="screenId"
            label="Screen"
            placeholder="Select a screen"
            options={screens.map(({ id, name, cinema }) => ({ value: String(id), label: `${cinema.name} - ${name}` }))}
          />
          <TextField label="Start Date & Time" type="datetime-local" required {...form.field('startTime')} />
          <TextField
            label="Ticket Price (₹)"
            type="number"
            inputMode="decimal"
            required
            min={0}
            max={MAX_PRICE_RUPEES}
            step={0.01}
            {...form.field('price')}
          />
        </>
      )}
    </Editor>
  );
}
