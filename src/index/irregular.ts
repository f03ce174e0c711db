// English words whose forms no stemmer joins, the base first. By hand: the irregular verbs and plurals that people write notes with; left
// out are forms that are no other word's (`cut`), and those that mean something else more often (`bore`, `data`). Cold: a memory is
// compiled with the base beside the form that it holds (impact.ts), a prompt's form is looked up by its base (alike.ts).
import { stemmer } from '../text/stem.ts';

const IRREGULAR = `
become became
begin began begun
bend bent
bite bitten
blow blew blown
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen
come came
deal dealt
dig dug
draw drew drawn
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
fly flew flown
forbid forbade forbidden
forget forgot forgotten
freeze froze frozen
get got gotten
give gave given
go went gone
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
know knew known
lay laid
lead led
learn learnt
leave left
lend lent
lose lost
make made
mean meant
meet met
overwrite overwrote overwritten
pay paid
rebuild rebuilt
rewrite rewrote rewritten
ride rode ridden
ring rang rung
rise rose risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
shake shook shaken
shine shone
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept
speak spoke spoken
spend spent
spin spun
stand stood
steal stole stolen
stick stuck
strike struck
swim swam swum
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
understand understood
wake woke woken
wear wore worn
win won
withdraw withdrew withdrawn
write wrote written
child children
foot feet
knife knives
leaf leaves
life lives
man men
mouse mice
person people
shelf shelves
tooth teeth
wife wives
woman women
analysis analyses
appendix appendices
crisis crises
criterion criteria
hypothesis hypotheses
index indices
matrix matrices
phenomenon phenomena
vertex vertices
`;

let bases: Map<string, string> | undefined;

/** Per stem of an irregular form the stem of its base. */
export function baseForms(): ReadonlyMap<string, string> {
  if (bases) return bases;
  bases = new Map();
  const stem = stemmer('en');
  for (const line of IRREGULAR.trim().split('\n')) {
    const [base, ...others] = line.split(' ').map(stem);
    for (const other of others) if (other !== base) bases.set(other, base!);
  }
  return bases;
}
