// Token formats as their providers publish them: where a token begins, of which letters it is made, how long it is. Facts, one line each.
//
// A row is `kind | prefixes | body`. In a body, a letter before `{` stands for an alphabet: W letters and digits, U those and `_-`,
// H lower-case hex, h any hex, L lower-case letters and digits, C capitals and digits, A letters, D digits, B base64 of both kinds,
// X what URLs hold, J what a JWT holds. `{n}` is exact (no letter of the alphabet may follow), `{n,}` takes what there is.
// After `!` stands a body whose prefix is part of ordinary words: it must look like chance.

export const FORMATS = `
aws-access-key | AKIA ASIA ABIA ACCA | C{16}
aws-session-token | IQoJb3JpZ2lu FwoGZXIvYXdz FQoGZXIvYXdz | B{40,}
aws-bedrock-key | ABSK bedrock-api-key- | B{100,}
github-token | ghp_ gho_ ghu_ ghs_ ghr_ | W{30,}
github-fine-grained | github_pat_ | U{22,}
gitlab-token | glpat- gldt- glrt- glft- glsoat- gloas- glcbt- glrtr- glwt- glffct- GR1348941 | U{20,}(?:\\.U{2,64}){0,3}
gitlab-trigger | glptt- | U{40}
gitlab-agent | glagent- | U{50,}
gitlab-mail | glimt- | !U{25}
slack-token | xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxc- | D{4,}-U{8,}
slack-cookie | xoxd- | X{40,}
slack-config-token | xoxe.xoxp- xoxe.xoxb- xoxe- | \\d-U{40,}
slack-app-token | xapp- | \\d-U{20,}
slack-webhook | hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/ | X{20,}
discord-webhook | discord.com/api/webhooks/ discordapp.com/api/webhooks/ | D{10,}/U{40,}
teams-webhook | outlook.office.com/webhook/ outlook.office365.com/webhook/ | [\\w@./-]{40,1000}
zapier-webhook | hooks.zapier.com/hooks/catch/ | D{4,}/W{5,}
ifttt-webhook | maker.ifttt.com/trigger/ | U{1,}/with/key/U{16,}
telegram-token | api.telegram.org/bot | D{8,}:AAU{30,}
stripe-key | sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_ sk_org_live_ | W{10,}
stripe-webhook | whsec_ | B{20,}
anthropic-key | sk-ant- | U{40,}
openai-key | sk-proj- sk-svcacct- sk-admin- sk-None- | U{20,}
openrouter-key | sk-or- | U{32,}
langfuse-key | sk-lf- pk-lf- | H{8}-U{20,}
openai-key | sk- | !U{20,}
langsmith-key | lsv2_pt_ lsv2_sk_ lsv2_ | U{32,}
huggingface-token | hf_ api_org_ | W{30,}
groq-key | gsk_ | W{40,}
perplexity-key | pplx- | W{32,}
xai-key | xai- | U{40,}
replicate-token | r8_ | W{30,}
fireworks-key | fw_ fpk_ | !W{20,}
together-key | tgp_v1_ | U{36,}
voyage-key | pa- | !U{40,}
jina-key | jina_ | U{40,}
tavily-key | tvly- | U{20,}
pinecone-key | pcsk_ | U{40,}
elevenlabs-key | sk_ | H{48}
nvidia-key | nvapi- | U{40,}
cerebras-key | csk- | L{40,}
llamacloud-key | llx- | W{30,}
anyscale-key | esecret_ | W{20,}
deepinfra-key | di_ | !W{30,}
runpod-key | rpa_ | W{40,}
kaggle-token | KGAT_ | H{32,}
wandb-key | wandb_v1_ | U{30,}
google-api-key | AIza | U{35}
google-oauth-token | ya29. | U{20,}
google-oauth-secret | GOCSPX- | U{20,}
google-refresh-token | 1// | U{40,}
firebase-key | APA91b | U{60,}
digitalocean-token | dop_v1_ doo_v1_ dor_v1_ | H{40,}
heroku-key | HRKU- | U{30,}
vercel-token | vcp_ vci_ vca_ vcr_ vck_ vercel_blob_rw_ | U{20,}
netlify-token | nfp_ nfc_ nfo_ nfb_ nfu_ | U{30,}
cloudflare-token | cfut_ cfat_ cfk_ | U{40,}
cloudflare-origin-key | v1.0- | H{24}-H{80,}
fly-token | fo1_ fm1_ fm1a_ fm1r_ fm2_ | B{40,}
docker-token | dckr_pat_ dckr_oat_ | U{20,}
npm-token | npm_ | W{30,}
pypi-token | pypi- | U{30,}
rubygems-key | rubygems_ | h{40,}
crates-token | cio | !W{32}
clojars-token | CLOJARS_ | W{40,}
nuget-key | oy2 | L{43}
packagist-token | packagist_ | U{30,}
artifactory-key | AKCp | W{50,}
artifactory-token | cmVmdGtuO | W{50,}
atlassian-token | ATATT3 ATCTT3 ATSTT3 ATOTT3 | B{40,}
bitbucket-token | ATBB BBDC- | B{28,}
linear-key | lin_api_ lin_oauth_ lin_wh_ | W{30,}
notion-token | ntn_ | !W{40,50}
notion-token | secret_ | !W{43}
figma-token | figd_ figo_ figu_ figor_ | U{30,}
airtable-token | pat | W{14}\\.H{60,}
shopify-token | shpat_ shpca_ shppa_ shpss_ shpua_ shpit_ shptka_ | h{32,}
square-token | sq0atp- sq0csp- sq0idp- sq0ats- | U{20,}
facebook-or-square-token | EAA | !U{57,}
braintree-token | access_token$production$ access_token$sandbox$ | L{16}\\$h{32}
plaid-token | access-sandbox- access-development- access-production- link-sandbox- link-production- | h{8}-U{20,}
twilio-key | SK | H{32}
sendgrid-key | SG. | U{16,}\\.U{16,}
mailgun-key | key- pubkey- | L{32}
sendinblue-key | xkeysib- xsmtpsib- | H{60,}-W{16,}
resend-key | re_ | !U{30,}
klaviyo-key | pk_ | H{34}
intercom-token | dG9rO | B{40,}
hubspot-token | pat-na1- pat-na2- pat-eu1- pat-ap1- | U{30,}
contentful-token | CFPAT- | U{40,}
mapbox-token | sk.eyJ | U{30,}(?:\\.U{10,})?
launchdarkly-key | sdk- api- mob- rel- | h{8}(?:-h{4}){3}-h{12}
sentry-token | sntrys_ sntryu_ sntrya_ sntryi_ | B{30,}
new-relic-key | NRAK- NRII- NRIQ- NRRA- NRSP- NRAA- | U{20,}
new-relic-browser-key | NRJS- | h{19}
grafana-token | glc_ glsa_ | U{20,}
grafana-key | eyJrIjoi | B{40,}
posthog-key | phx_ phs_ | U{30,}
supabase-key | sbp_ sb_secret_ sbp_oauth_ | U{20,}
planetscale-token | pscale_tkn_ pscale_pw_ pscale_oauth_ | U{30,}
neon-key | napi_ | L{40,}
databricks-token | dapi dkea dose dosev1_ | H{32}(?:-\\d)?
vault-token | hvs. hvb. hvr. | U{20,}
vault-token | s. b. | !W{24}
doppler-token | dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit. dp.said. | U{2,35}\\.W{40,}|W{40,}
pulumi-token | pul- | H{40}
age-key | AGE-SECRET-KEY-1 AGE-PLUGIN- | C{40,}
onepassword-token | ops_eyJ | B{60,}
onepassword-key | A3- | !C{6}-(?:C{11}|C{6}-C{5})(?:-C{5}){3}
tailscale-key | tskey- | [a-z]{2,10}-W{6,}-W{16,}
circleci-token | CCIPAT_ CCIPRJ_ | U{30,}
buildkite-token | bkua_ bkut_ bkat_ | H{40,}
sonar-token | sqp_ sqa_ squ_ | W{40}
snyk-token | snyk_uat. snyk_sat. | U{2,}(?:\\.U{10,400}){1,3}
infracost-key | ico- | !W{32}
prefect-key | pnu_ pnb_ | W{36}
postman-key | PMAK- PMAT- | h{24}-h{34}|C{26}
readme-key | rdme_ | L{60,}
scalingo-token | tk-us- tk-eu- | U{48}
sourcegraph-token | sgp_ slk_ | (?:local_|h{16}_)?h{40}
octopus-key | API- | !C{26}
duffel-token | duffel_test_ duffel_live_ | U{43,}
easypost-key | EZAK EZTK | W{54}
flutterwave-key | FLWSECK_TEST- FLWSECK- FLWSECK_TEST | U{12,}
frameio-token | fio-u- | U{60,}
freemius-key | sk_ | !(?=[^\\s"'\`]{29}(?:["'\`\\s]|$))[A-Za-z0-9]{1,28}[^A-Za-z0-9\\s"'\`_-][^\\s"'\`]{1,28}
gocardless-token | live_ | !U{40}
lob-key | live_ test_ | !H{35}
mollie-key | live_ test_ | !W{30}
adafruit-key | aio_ | W{28}
alibaba-key | LTAI | !W{12,24}
tencent-key | AKID | !W{28,}
yandex-token | AQVN y0_ y1_ y2_ y3_ | U{35,}
volcengine-key | AKLT | U{40,}
typeform-token | tfp_ | U{40,}
twitter-bearer | AAAAAAAAAAAAAAAAAAAAA | X{50,}
dropbox-token | sl. | !(?:u\\.)?U{60,}
harness-token | pat. sat. | U{22}\\.h{24}\\.W{20}
openshift-token | sha256~ | U{40,}
zoho-token | 1000. | h{32}\\.h{32}
paseto | v1.local. v2.local. v3.local. v4.local. v2.public. v4.public. | U{40,}
onfido-token | api_live. api_sandbox. api_live_ api_sandbox_ | U{30,}(?:\\.U{10,})?
shippo-token | shippo_live_ shippo_test_ | h{40}
polar-token | polar_oat_ polar_pat_ | U{30,}
axiom-token | xaat- xapt- | h{8}-U{20,}
honeycomb-key | hcaik_ hcxik_ hcamk_ hcxmk_ | L{40,}
dynatrace-token | dt0c01. dt0s16. dt0s01. dt0s08. dt0s02. | C{24}\\.C{60,}
dbt-token | dbtc_ dbtu_ | U{20,}
modal-key | ak- as- | !W{22}
laravel-key | base64: | !B{43,44}
adyen-key | AQE | !X{80,}
xendit-key | xnd_production_ xnd_development_ | W{30,}
webex-token | WEBEX_ | U{40,}
composio-key | comp_ | !U{30,}
ngrok-token | ngrok_ | U{30,}
resin-token | blna_ | U{30,}
workos-key | sk_sbox_ | U{20,}
convex-key | prod: | U{3,40}\\|B{40,}
mercury-token | secret-token:mercury_ secret-token: | U{20,}
bitwarden-token | 0. | h{8}(?:-h{4}){3}-h{12}\\.W{30}:B{24}
private-key | LS0tLS1CRUdJTiBSU0EgUFJJVkFUR LS0tLS1CRUdJTiBQUklWQVRF LS0tLS1CRUdJTiBFQyBQUklWQVRF LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUg LS0tLS1CRUdJTiBFTkNSWVBURUQg LS0tLS1CRUdJTiBEU0EgUFJJVkFUR | B{8,}
password-hash | $2a$ $2b$ $2y$ | \\d\\d\\$[./A-Za-z0-9]{53}
password-hash | $1$ $5$ $6$ $y$ $apr1$ | [^\\s:$]{1,40}\\$(?:[^\\s:$]{1,40}\\$)?[./A-Za-z0-9]{22,}
password-hash | $argon2id$ $argon2i$ $argon2d$ $scrypt$ $pbkdf2-sha256$ $pbkdf2-sha512$ | [\\w=,.+/$-]{20,}
jwt | eyJ | U{8,2048}\\.eyJJ{5,}
jwe | eyJ | U{8,}\\.U{8,1024}\\.U{8,32}\\.U{8,}\\.U{8,}
`;

/**
 * The first two letters of each prefix, which a test compares: with each pair of letters that a text has the table itself is searched
 * only where it is one of these.
 */
export const BEGINNINGS =
  '$1 $2 $5 $6 $a $p $s $y 0. 1/ 10 A3 AA AB AC AG AI AK AP AQ AS AT BB CC CF CL EA EZ FL FQ Fw GO GR HR IQ KG LS LT NR PM ' +
  'SG SK WE ac ai ak ap as b. ba be bk bl cf ci cm co cs dG da db dc di dk do dp dt du es ey fi fm fo fp fw gh gi gl gs hc ' +
  'hf ho hv ic ji ke li ll ls ma mo na nf ng np nt nv op ou oy pa pc ph pk pn po pp pr ps pu py r8 rd re rk rp ru s. sa sb ' +
  'sd se sg sh sk sl sn sq te tf tg tk ts tv v1 v2 v3 v4 vc ve wa wh xa xk xn xo xs y0 y1 y2 y3 ya';
