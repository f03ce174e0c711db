// Words that developers use for each other, and those of everyday talk: what one of them is asked by is found where another is written.
// By hand, from usage; the commonest first, and a word may stand in several groups. Cold: the index holds what its vault has of them (alike.ts).

/** One thing written short and in full: where a vault has but one of them, as good as the word itself. */
export const SHORT_FORMS = `
application app
argument arg
asynchronous async
attribute attr
authentication auth
boolean bool
character char
color colour
column col
command cmd
concatenate concat
configuration config configure
database db
dependency dep
destination dest
development dev
dictionary dict
difference diff
directory dir folder
documentation doc document
environment env
execute exec
function fn func
information info
initialize init
integer int
javascript js
kubernetes k8s
length len
library lib
mail email
maximum max
message msg
minimum min
object obj
package pkg
parameter param
previous prev
production prod
python py
repository repo
request req
response res
source src
specification spec
statistics stats
string str
synchronize sync
temporary temp tmp
typescript ts
value val
`;

/** Words of nearly one meaning: they tell which of the memories that are found is nearest, and alone next to nothing. */
export const SYNONYMS = `
show display print list view output
delete remove erase drop purge discard
create make generate new
find search locate lookup
copy duplicate clone replicate
move rename relocate
compress archive zip pack
decompress extract unzip unpack uncompress
download fetch retrieve
run execute launch invoke
stop kill terminate halt abort
change modify edit update alter
combine merge join concatenate
split divide separate partition
compare diff
count number
begin start
finish end complete
string text
function method procedure
dictionary hash map mapping
array list vector
convert transform translate cast
check verify validate
error exception failure fault
parameter argument option
password passphrase
login signin logon
user account
process pid
size length
link symlink
permission access right privilege
image picture photo
movie film video
loop iterate repeat
unique distinct
sort order arrange
random shuffle
save store write persist
load read open
replace substitute swap
trim strip
upload push send
current present working
package module library
configuration setting
authorization authorize
average mean
maximum largest
minimum smallest
calculate compute
website site webpage
url link address
schedule cron
install setup
reload refresh restart
enable activate
disable deactivate
hide mask
choose select pick
wait sleep pause
empty blank
attribute property
response reply
destination target
previous last
row record line
plot graph chart draw
crash panic
test spec
mock stub fake
pipeline workflow ci
deploy rollout ship release
bug defect issue
ticket issue
log logging
timeout deadline
cache memoize
thread concurrent parallel
commit revision
undo revert rollback
pr pull
lint linter
format formatter prettify
secret credential
encrypt cipher
monitor watch observe
metrics telemetry
mother mom mum mommy
father dad daddy
child kid
grandmother grandma granny
grandfather grandpa
husband wife spouse partner
boyfriend girlfriend partner
sibling brother sister
friend buddy pal
colleague coworker teammate
dog puppy pet
cat kitten pet
job work career occupation profession
company firm business employer
boss manager supervisor
buy purchase
trip travel vacation holiday journey
car vehicle automobile
house home
apartment flat
city town
country nation
street road
book novel
song music
like love enjoy prefer favorite favourite
hobby interest pastime
happy glad joyful
sad upset unhappy
angry mad
afraid scared fear
big large huge
small little tiny
fast quick rapid
help support assist
meeting appointment
party celebration celebrate
gift present
school college university
study learn
teach teacher education
doctor physician
disease illness sickness
sick ill
food meal dish
dinner supper
drink beverage
exercise workout
win victory
money cash
cost price
salary wage pay
die death dead
birth born
marry marriage wedding
live reside residence
plan intend intention
goal aim objective
idea concept
problem difficulty trouble
answer solution
important significant
difficult hard
easy simple
wrong incorrect
correct right
kind type sort
amount quantity
area region
talk speak discuss chat conversation
tell say mention
ask inquire
think believe opinion
feel emotion
remember recall
notice see
hear listen
write author
build construct
fix repair
break damage
increase grow rise
decrease reduce lower
allow permit
forbid prohibit ban
need require necessary
avoid prevent
give donate
get obtain receive acquire
keep retain
leave depart
decide decision
try attempt
invent inventor
discover discovery
found establish
lead leader
war battle conflict
army military
yearly annual
`;
