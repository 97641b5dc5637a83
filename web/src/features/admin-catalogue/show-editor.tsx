import { ACCESSIBILITY } from '@moviebooking/contract/accessibility';
import { type Screen, type Show, showInput } from '@moviebooking/contract/catalogue';
import { fromDateTimeField, toDateTimeField, zoneHint } from '../../lib/cinema-times.ts';
import { AccessibilityPicker } from '../../ui/accessibility-picker.tsx';
import { numberOrNull, SelectField, textOf } from '../../ui/contract-form.tsx';
import { PriceField } from '../../ui/price-field.tsx';
import type { Option } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { EditorDialog } from './editor-dialog.tsx';
import type { Manager } from './use-manager.ts';

/** Drafts are texts. */
const labelsIn = (text: string) => ACCESSIBILITY.filter((label) => text.split(',').includes(label));

interface ShowEditorProps {
  manager: Manager<Show>;
  movies: Option[];
  screens: Screen[];
  /** Preselected for a new show: the movie that the list is filtered by. */
  chosenMovie: string;
  /** Preselected for a new show: the slot that was clicked. */
  chosenScreen?: string;
  chosenStart?: string | undefined;
}

export function ShowEditor(props: ShowEditorProps) {
  const { manager, movies, screens, chosenMovie, chosenScreen = '', chosenStart } = props;
  const initialStart = manager.edited?.startTime ?? chosenStart;
  return (
    <EditorDialog
      manager={manager}
      titles={{ add: 'Schedule New Show', edit: 'Edit Show' }}
      addLabel="Schedule"
      draftOf={(show) => ({
        movieId: show ? textOf(show.movieId) : chosenMovie,
        screenId: show ? textOf(show.screenId) : chosenScreen,
        startTime: initialStart ? toDateTimeField(initialStart) : '',
        price: textOf(show?.price),
        accessibility: show?.accessibility?.join() ?? '',
      })}
      inputOf={(draft) => ({
        movieId: numberOrNull(draft.movieId),
        screenId: numberOrNull(draft.screenId),
        startTime: fromDateTimeField(draft.startTime, initialStart),
        price: numberOrNull(draft.price),
        accessibility: labelsIn(draft.accessibility),
      })}
      schema={showInput}
      allRequired={['movieId', 'screenId', 'startTime', 'price']}
    >
      {(form) => (
        <>
          <SelectField form={form} name="movieId" label="Movie" placeholder="Select a movie" options={movies} />
          <SelectField
            form={form}
            name="screenId"
            label="Screen"
            placeholder="Select a screen"
            options={screens.map(({ id, name, cinema }) => ({ value: String(id), label: `${cinema.name} - ${name}` }))}
          />
          <TextField
            label="Start Date & Time"
            hint={zoneHint(fromDateTimeField(form.watch('startTime'), initialStart) ?? Date.now())}
            type="datetime-local"
            required
            {...form.field('startTime')}
          />
          <PriceField {...form.field('price')} />
          <AccessibilityPicker
            chosen={labelsIn(form.watch('accessibility'))}
            onChange={(labels) => form.setValue('accessibility', labels.join())}
          />
        </>
      )}
    </EditorDialog>
  );
}
